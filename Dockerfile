# One image for all services; docker-compose.yml gives each its command.
FROM python:3.11.14-slim-bookworm

RUN useradd --create-home --uid 1000 scout && install --directory --owner scout /var/lib/scout
WORKDIR /opt/scout

# The CPU build of torch: nothing here needs a GPU.
COPY constraints.txt ./
RUN pip install --no-cache-dir --index-url https://download.pytorch.org/whl/cpu torch==2.13.0

COPY pyproject.toml README.md LICENSE workspace.yaml ./
COPY sql ./sql
COPY indication_scout_assets ./indication_scout_assets
RUN pip install --no-cache-dir --constraint constraints.txt '.[hosts,telemetry]'

USER scout
VOLUME /var/lib/scout
CMD ["scout", "doctor"]
