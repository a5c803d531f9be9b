# One image for all services; docker-compose.yml gives each its command.
# `docker buildx imagetools inspect python:3.11.16-slim-trixie` tells the digest, which could not be looked up here.
ARG BASE=python:3.11.16-slim-trixie
FROM ${BASE}

RUN useradd --create-home --uid 1000 scout && install --directory --owner scout /var/lib/scout /var/backups/scout
WORKDIR /opt/scout

# The CPU build of torch: nothing here needs a GPU.
COPY constraints.txt ./
RUN pip install --no-cache-dir --index-url https://download.pytorch.org/whl/cpu torch==2.13.0

COPY pyproject.toml README.md LICENSE ./
COPY sql ./sql
COPY indication_scout_assets ./indication_scout_assets
RUN pip install --no-cache-dir --constraint constraints.txt '.[hosts,telemetry]'

USER scout
VOLUME /var/lib/scout
CMD ["scout", "doctor"]
