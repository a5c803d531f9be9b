"""The tools over the protocol, by the package's own client: in memory, as a process on stdio, and over HTTP."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent, TextResourceContents
from starlette.testclient import TestClient

from indication_scout_assets.domain.drugs import Synonym
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.questions.answers import Answer
from indication_scout_assets.operations.assistants import protocol_server
from indication_scout_assets.operations.assistants.assistant_tools import AssistantTools
from indication_scout_assets.pipeline.resources.workbench import workbench
from indication_scout_assets.reports.views.candidates.candidate_views import candidate_views
from indication_scout_assets.reports.views.candidates.record_lists import record_lists
from indication_scout_assets.settings import Settings
from indication_scout_tests.conftest import wait_for_keepalive
from indication_scout_tests.label_examples import VELOTRIN, held, ormadine
from indication_scout_tests.library_texts import QUESTION, UNCOVERED
from indication_scout_tests.reports.sample import assessed_report
from indication_scout_tests.store import values
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.language_models import PROTOCOLS, sending
from indication_scout_tests.wire.server import start

from .held import ORDER

pytestmark = pytest.mark.slow

TOOLS = {
    "ask", "ask_label", "search_literature", "get_passage", "verify_quote", "list_drugs", "get_report",
    "list_candidates", "list_studies", "list_records", "retraction_status", "check_reference",
}  # fmt: skip

MOST_TOKENS = 4_000
"""Of an answer; four characters of JSON are about one."""
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}


def talk(desk: AssistantTools, work: Callable[[Client], Awaitable[Any]]) -> Any:
    """What comes of work with a client that is connected in memory."""

    async def session() -> Any:
        async with Client(protocol_server.assistant_server(desk)) as client:
            return await work(client)

    return anyio.run(session)


def result_of(desk: AssistantTools, tool: str, **arguments: Any) -> dict[str, Any]:
    """A tool's result, which is no error; the client holds it against the schema that the server publishes."""

    async def work(client: Client) -> CallToolResult:
        await client.list_tools()
        return await client.call_tool(tool, arguments)

    called = talk(desk, work)
    assert not called.is_error, called.content
    (text,) = called.content
    assert isinstance(text, TextContent)
    assert json.loads(text.text) == called.structured_content
    return dict(called.structured_content)


def error_of(desk: AssistantTools, tool: str, **arguments: Any) -> str:
    called = talk(desk, lambda client: client.call_tool(tool, arguments))
    assert called.is_error
    assert called.structured_content is None
    return str(called.content[0].text)


def test_every_tool_only_reads_and_has_schemas(desk: AssistantTools) -> None:
    tools = talk(desk, lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
        assert tool.output_schema["type"] == "object"
        assert tool.description
        assert tool.title


def test_a_reference_is_checked_by_the_sources_and_a_sentence_against_its_article(tmp_path: Path) -> None:
    with start() as server, pytest.MonkeyPatch.context() as patched:
        for name, value in (server.settings() | {"SCOUT_RATE_DIR": str(tmp_path / "rate")}).items():
            patched.setenv(name, value)
        patched.setenv("SCOUT_DATABASE_URL", "postgresql://nowhere.invalid:1/none")
        desk = AssistantTools(Settings(state_dir=tmp_path / "state", rates_in="files", request_attempts=1))
        status = result_of(desk, "retraction_status", id="10.99999/demo.99002006")
        assert (status["found"], status["status"], status["signals"][0]["dated"]) == (True, "retracted", "2025-03-14")
        sentence = (
            "Bupropion monotherapy led to modest weight loss in obesity, of doubtful clinical importance for many."
        )
        checked = result_of(desk, "check_reference", reference="PMID 99000002", sentence=sentence)
        assert (checked["status"], checked["verdict"], checked["read"]) == ("none", "supports", "abstract")
        assert checked["closest"].startswith("Bupropion monotherapy led to")
        server.suffer(Faults(shares={"503": 1.0}, only=("crossref",)))
        assert result_of(desk, "retraction_status", id="99000001")["unchecked"] == ["Crossref"]
        assert "1 to 2,000 characters" in error_of(desk, "check_reference", reference=" ")


def test_the_published_schema_of_an_answer_is_that_of_the_type(desk: AssistantTools) -> None:
    tools = {tool.name: tool for tool in talk(desk, lambda client: client.list_tools()).tools}
    for name in ("ask", "ask_label"):
        published = tools[name].output_schema
        assert published["properties"].keys() == Answer.model_fields.keys() - {"exchange"}
        assert published["properties"]["cautions"]["description"] == Answer.model_fields["cautions"].description
        assert {"AnswerSentence", "AnswerCitation", "LabelContext", "ParsedQuestion"} <= published["$defs"].keys()


def cited_in(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [citation for sentence in answer["sentences"] for citation in sentence["citations"]]


def test_ask_is_answered_from_papers_with_citations_that_can_be_read(desk: AssistantTools) -> None:
    answer = result_of(desk, "ask", question=QUESTION)
    assert (answer["sources"][0]["source"], answer["refusal"], answer["verdict"]["value"]) == (
        "papers", None, "decreased",
    )  # fmt: skip
    assert answer["verdict"]["caution"]
    for citation in cited_in(answer):
        passage = result_of(desk, "get_passage", id=citation["passage_id"])
        begin = citation["start"] - passage["start"]
        assert passage["text"][begin : begin + len(citation["quote"])] == citation["quote"]
        assert result_of(desk, "verify_quote", id=citation["passage_id"], quote=citation["quote"])["verbatim"]


def test_ask_asks_no_model_whatever_the_settings_say(settings: Settings) -> None:
    with sending(PROTOCOLS["ollama"].refusal) as server:
        models = {"answer_writer": "ollama", "ollama_url": server.url}
        with closing(AssistantTools(settings.model_copy(update=models))) as asking:
            answer = result_of(asking, "ask", question=QUESTION)
    assert (answer["verdict"]["value"], answer["refusal"]) == ("decreased", None)
    assert not server.asked


def test_ask_is_answered_from_labels_with_facts_that_can_be_read(desk: AssistantTools) -> None:
    for answer in (
        result_of(desk, "ask", question="What is the half-life of Velozip?"),
        result_of(desk, "ask_label", question="half-life", drug="velotrin"),
        result_of(desk, "ask", question="And its half-life?", question_before="protein binding of velotrin"),
    ):
        assert (answer["sources"][0]["source"], answer["refusal"]) == ("labels", None)
        for cited in cited_in(answer):
            section = result_of(desk, "get_passage", id=cited["passage_id"])
            assert section["text"][cited["start"] : cited["end"]] == cited["quote"]
        assert len(json.dumps(answer)) / 4 < MOST_TOKENS


@pytest.mark.parametrize(
    ("question", "cause", "suggestions"),
    [
        (UNCOVERED, "not_covered", []),
        ("half-life of velotryn", "did_you_mean", ["velotrin"]),
        ("Should I take velotrin?", "advice_refused", []),
        ("velotrin and wormwood", "not_in_label", []),
    ],
)
def test_a_refusal_is_a_result(desk: AssistantTools, question: str, cause: str, suggestions: list[str]) -> None:
    answer = result_of(desk, "ask", question=question)
    assert answer["refusal"]["cause"] == cause
    assert answer["refusal"]["reason"]
    assert answer["sentences"] == []
    assert answer["asks"]["suggestions"] == suggestions


def test_too_many_questions_and_searches_are_told_when_to_come_again(settings: Settings) -> None:
    with closing(AssistantTools(settings.model_copy(update={"web_rate": 2}))) as desk:

        async def work(client: Client) -> list[CallToolResult]:
            asked = {"question": "oat bran"}
            calls = [("search_literature", asked), ("ask", asked), ("ask_label", asked), ("search_literature", asked)]
            return [await client.call_tool(tool, arguments) for tool, arguments in (*calls, ("list_drugs", {}))]

        called = talk(desk, work)
    assert [result.is_error for result in called] == [False, False, True, True, False]
    assert "2 questions and searches a minute" in called[2].content[0].text
    assert "call again in" in called[3].content[0].text


def test_search_gives_as_many_passages_as_asked_for_and_none_of_a_retracted_paper(desk: AssistantTools) -> None:
    assert len(result_of(desk, "search_literature", question="oat bran", top_k=2)["passages"]) == 2
    every = result_of(desk, "search_literature", question="oat bran", top_k=50)["passages"]
    assert {hit["pmcid"] for hit in every} == {"PMC101", "PMC102"}
    later = result_of(desk, "search_literature", question="oat bran", since="2020-01-01", sections=["results"])
    assert {(hit["pmcid"], hit["kind"]) for hit in later["passages"]} == {("PMC102", "results")}


@pytest.mark.parametrize(
    ("source", "quote", "verbatim", "same_words"),
    [
        ("PMC101", "Body weight did not differ between oat bran and wheat bran", True, True),
        ("PMC101", "Body  weight did\nnot differ", False, True),
        ("PMC101", "Body weight differed", False, False),
        ("PMC101", "p = 0.6", False, False),
        ("PMC999", "Body weight", False, False),
        (f"{VELOTRIN}#1", "Velozip may cause severe cough.", True, True),
        (f"{VELOTRIN}#99", "Velozip may cause severe cough.", False, False),
    ],
)
def test_quotes_are_held_against_the_source(
    desk: AssistantTools, source: str, quote: str, verbatim: bool, same_words: bool
) -> None:
    checked = result_of(desk, "verify_quote", id=source, quote=quote)
    assert (checked["verbatim"], checked["same_words"]) == (verbatim, same_words)
    assert bool(checked["reason"]) is not verbatim


def test_a_quote_of_a_retracted_paper_says_so(desk: AssistantTools) -> None:
    quote = "None were described in this paper"
    assert result_of(desk, "verify_quote", id="PMC103", quote=quote)["retraction"] == "retracted"


def test_drugs_reports_and_candidates_are_listed(desk: AssistantTools) -> None:
    everything = result_of(desk, "list_drugs")
    rows = {row["drug"]: (row["report"], row["labels"]) for row in everything["drugs"]}
    assert rows == {"ormadine": (False, 1), "sildenafil": (True, 0), "velotrin": (False, 1)}
    assert [collection["name"] for collection in everything["collections"]] == ["oats"]
    listed = result_of(desk, "list_candidates", drug="Sildenafil")
    assert [row["disease"] for row in listed["candidates"]] == ["hypertension of the lungs"]
    for tool in ("list_candidates", "get_report"):
        nothing = result_of(desk, tool, drug="velotrin")
        assert not nothing["found"]
        assert nothing["reason"].endswith(".")


def test_the_studies_of_a_candidate_are_listed_with_the_words_they_were_read_on(
    settings: Settings, desk: AssistantTools
) -> None:
    report = assessed_report()
    evidence = report.candidates[0]
    assert evidence.assessment is not None
    with workbench(settings) as bench:
        bench.db.drugs.add("graded", "graded")
        bench.db.reports.save("graded", "f", report, "")
        listed: list[dict[str, Any]] = []
        start: int | None = 0
        while start is not None:
            asked = {"drug": "graded", "disease": evidence.candidate.disease.name, "start": start, "limit": 5}
            part = result_of(desk, "list_studies", **asked)
            listed, start = listed + part["studies"], part["next_start"]
            assert (part["direction"], part["strength"], part["missed_endpoints"]) == ("mixed", "low", [])
        bench.db.drugs.forget("graded")
    assert [study["id"] for study in listed if study["counted"]]
    assert {study["id"] for study in listed} == {grade.evidence_id for grade in evidence.assessment.grades}
    counted = [study["counted"] for study in listed]
    assert counted == sorted(counted, reverse=True)
    for drug, disease, named in (
        ("sildenafil", "no such disease", "no such disease"),
        ("velotrin", "gout", "velotrin"),
    ):
        nothing = result_of(desk, "list_studies", drug=drug, disease=disease)
        assert not nothing["found"]
        assert named in nothing["reason"]


def test_the_four_lists_are_those_of_the_report_in_parts(settings: Settings, desk: AssistantTools) -> None:
    report = assessed_report()
    with workbench(settings) as bench:
        bench.db.drugs.add("graded", "graded")
        bench.db.reports.save("graded", "f", report, "")
        for records in record_lists(candidate_views(report)):
            asked = {"drug": "graded", "records": records.name.name.lower(), "limit": 1}
            listed: list[dict[str, Any]] = []
            start: int | None = 0
            while start is not None:
                part = result_of(desk, "list_records", **asked, start=start)
                listed, start = listed + part["records"], part["next_start"]
                assert (part["found"], part["note"]) == (True, records.note)
            assert listed == [row.record.model_dump(mode="json") for row in records.rows]
        bench.db.drugs.forget("graded")
    nothing = result_of(desk, "list_records", drug="velotrin", records="failed")
    assert not nothing["found"]
    assert "velotrin" in nothing["reason"]


@pytest.mark.parametrize("name", ["Viagra", "VIAGRA®", "chembl192", " sildenafil "])
def test_a_drug_is_known_by_its_other_names(desk: AssistantTools, name: str) -> None:
    for tool in ("list_candidates", "get_report"):
        assert (result := result_of(desk, tool, drug=name))["found"]
        assert result["drug"] == "sildenafil"


def test_labels_are_known_by_a_name_that_only_the_run_has_learnt(settings: Settings, desk: AssistantTools) -> None:
    with workbench(settings) as bench:
        trade = Synonym(name="Velocardin", kind="trade_name", source="ChEMBL")
        bench.db.drugs.save(values.profile(slug="velotrin", chembl_id="CHEMBL77", name="VELOTRIN", synonyms=(trade,)))
    for name in ("Velocardin", "CHEMBL77"):
        answer = result_of(desk, "ask_label", question="half-life", drug=name)
        assert (answer["refusal"], answer["asks"]["drugs"]) == (None, ["velotrin"])
    with workbench(settings) as bench:
        bench.db.drugs.forget("velotrin")


def test_an_argument_of_null_is_one_left_out(desk: AssistantTools) -> None:
    for tool, given in (
        ("search_literature", {"question": "oat bran", "collection": "oats"}),
        ("ask_label", {"question": "half-life of velotrin"}),
        ("list_candidates", {"drug": "sildenafil"}),
        ("get_report", {"drug": "sildenafil"}),
    ):
        schema = next(t for t in talk(desk, lambda client: client.list_tools()).tools if t.name == tool).input_schema
        nulls = dict.fromkeys(set(schema["properties"]) - set(given))
        assert nulls
        with_nulls, without = result_of(desk, tool, **given, **nulls), result_of(desk, tool, **given)
    assert {**with_nulls, "elapsed_ms": 0} == {**without, "elapsed_ms": 0}
    assert "question" in error_of(desk, "ask", question=None)


def test_a_report_comes_in_parts_that_make_the_whole(desk: AssistantTools) -> None:
    whole, start = "", 0
    while start is not None:
        part = result_of(desk, "get_report", drug="sildenafil", start=start, most=700)
        whole, start = whole + part["markdown"], part["next_start"]
    assert len(whole) == part["length"]
    read = talk(desk, lambda client: client.read_resource("report://sildenafil"))
    assert read.contents[0].text == whole
    assert "ildenafil" in whole


def test_resources_are_read_by_their_address(desk: AssistantTools) -> None:
    hit = result_of(desk, "search_literature", question="oat bran", top_k=1)["passages"][0]
    (content,) = talk(desk, lambda client: client.read_resource(f"passage://{hit['passage_id']}")).contents
    assert isinstance(content, TextResourceContents)
    assert json.loads(content.text)["text"] == hit["text"]
    templates = talk(desk, lambda client: client.list_resource_templates()).resource_templates
    assert {t.uri_template for t in templates} == {"passage://{id}", "report://{drug}"}
    for address in ("passage://none", "report://velotrin", "report://%C2%A7", "passage://..%2F..%2Fetc%2Fpasswd"):
        why = talk(desk, partial(_why_not_read, address))
        assert len(why.splitlines()) == 1


async def _why_not_read(address: str, client: Client) -> str:
    try:
        await client.read_resource(address)
    except MCPError as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize(
    ("tool", "arguments", "names"),
    [
        ("ask", {}, "question"),
        ("ask", {"question": ""}, "question"),
        ("ask", {"question": "x" * 10_001}, "question"),
        ("ask", {"question": "oats?", "collection": "rye"}, "rye"),
        ("ask", {"question": "oats?", "source": "the web"}, "source"),
        ("ask_label", {"question": "dose", "drug": "nobody's"}, "nobody's"),
        ("search_literature", {"question": "oats", "top_k": 51}, "top_k"),
        ("search_literature", {"question": "oats", "since": "2024-13-01"}, "2024-13-01"),
        ("search_literature", {"question": "oats", "sections": ["Results"]}, "There is no section 'Results'"),
        ("search_literature", {"question": "oats", "since": "2024-01-02", "until": "2024-01-01"}, "exchange since"),
        ("verify_quote", {"id": "PMC101", "quote": "x" * 5_001}, "quote"),
        ("get_passage", {"id": "x" * 201}, "id"),
        ("get_report", {"drug": "§"}, "§"),
        ("delete_everything", {}, "delete_everything"),
    ],
)
def test_what_is_wrong_is_an_error_in_one_sentence(
    desk: AssistantTools, tool: str, arguments: dict[str, Any], names: str
) -> None:
    sentence = error_of(desk, tool, **arguments)
    assert names in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300


def test_what_nobody_foresaw_tells_nothing_of_itself(desk: AssistantTools, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(desk, "_opened", fail)
    sentence = error_of(desk, "list_drugs")
    assert "swordfish" not in sentence
    assert "list_drugs" in sentence


def test_orders_in_a_text_stay_data(desk: AssistantTools) -> None:
    instructions = talk(desk, _instructions)
    assert "data" in instructions
    answer = result_of(desk, "ask", question=QUESTION)
    assert ORDER not in json.dumps(answer["sentences"])
    assert "methods" in {hit["kind"] for hit in result_of(desk, "search_literature", question=ORDER)["passages"]}


async def _instructions(client: Client) -> str:
    return client.instructions or ""


def test_what_comes_later_is_seen_without_a_new_start(settings: Settings, desk: AssistantTools) -> None:
    question = "What is the half-life of Nocturin?"
    assert result_of(desk, "ask", question=question)["refusal"]
    with workbench(settings) as bench:
        late = ormadine().replace(b"ormadine", b"nocturin").replace(b"Ormadin", b"Nocturin")
        late = late.replace(b"11110000-0000-4000-8000-000000000002", b"11110000-0000-4000-8000-000000000003")
        label = held(late, "nocturin")
        bench.db.labels.save(label, "rules of this test")
        assert result_of(desk, "ask", question=question)["refusal"] is None
        bench.db.labels.forget(label.document.id)


# ---------------------------------------------------------------------------------------------------- processes
def _process(settings: Settings, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """The command as an assistant starts it, and its environment, without any network."""
    assert settings.database_url is not None
    environment = os.environ | {
        "SCOUT_DATABASE_URL": settings.database_url.get_secret_value(), "SCOUT_WORKSPACE": settings.workspace,
        "SCOUT_STATE_DIR": str(settings.state_dir), "SCOUT_REPORTS_DIR": str(settings.reports_dir),
        "HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9",
    }  # fmt: skip
    start = "from indication_scout_assets.cli.commands import main; main()"
    return [sys.executable, "-c", start, "mcp", *arguments], environment


def test_a_process_on_stdio_answers_the_package_s_client(settings: Settings) -> None:
    command, environment = _process(settings)

    async def session() -> None:
        parameters = StdioServerParameters(command=command[0], args=command[1:], env=environment)
        async with Client(stdio_client(parameters)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            answer = await client.call_tool("ask", {"question": "What is the half-life of velotrin?"})
            assert (answer.structured_content or {})["refusal"] is None

    anyio.run(session)


UNREADABLE = {
    b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ask","arguments":{"question":"\\ud83d?"}}}': (
        7, -32700, "half of a character"),
    b"oats?": (None, -32700, "no JSON"),
    b'[{"jsonrpc":"2.0","id":8,"method":"ping"}]': (None, -32600, "no message"),
    b'{"jsonrpc":"2.0","id":9,"method":5}': (9, -32600, "no message"),
}  # fmt: skip


def test_a_line_that_is_no_message_is_answered_on_stdio(settings: Settings) -> None:
    command, environment = _process(settings)
    ping = {"jsonrpc": "2.0", "id": 10, "method": "ping"}
    lines = [json.dumps(INITIALIZE).encode(), *UNREADABLE, b"", json.dumps(ping).encode()]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n".join(lines) + b"\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in (INITIALIZE, *UNREADABLE, ping)]
        process.stdin.close()
        assert process.stdout.read() == b"", "nobody answers an empty line"
    assert sorted(answer["id"] for answer in answers if "result" in answer) == [1, 10]
    errors = [answer for answer in answers if "error" in answer]
    assert [(e["id"], e["error"]["code"]) for e in errors] == [(i, code) for i, code, _ in UNREADABLE.values()]
    for error, (_, _, words) in zip(errors, UNREADABLE.values(), strict=True):
        assert words in error["error"]["message"]
        assert error["error"]["message"].endswith(".")


def test_nothing_but_the_protocol_is_on_stdout_while_the_embedded_database_starts(
    settings: Settings, tmp_path: Path
) -> None:
    command, environment = _process(settings)
    environment |= {"SCOUT_STATE_DIR": str(tmp_path), "SCOUT_WORKSPACE": "live"}
    del environment["SCOUT_DATABASE_URL"]
    messages = [
        INITIALIZE,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_drugs", "arguments": {}}},
    ]  # fmt: skip
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for message in messages:
            process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.stdin.close()
        rest = process.stdout.read()
        assert process.wait(30) == 0
    assert [answer["id"] for answer in answers] == [1, 2]
    assert answers[1]["result"]["structuredContent"]["drugs"] == []
    assert rest == ""
    wait_for_keepalive(tmp_path)


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:8901", None, 200),
        ("localhost:8901", "http://localhost:8901", 200),
        ("evil.example:8901", None, 421),
        ("127.0.0.1:8901", "http://evil.example", 403),
    ],
)
def test_over_http_only_this_machine_is_answered(
    desk: AssistantTools, host: str, origin: str | None, status: int
) -> None:
    headers = {"host": host, "accept": "application/json, text/event-stream"} | ({"origin": origin} if origin else {})
    with TestClient(protocol_server.http_app(desk, 8901)) as client:
        assert client.post("/mcp", json=INITIALIZE, headers=headers).status_code == status


def test_a_body_that_is_too_large_is_refused(desk: AssistantTools) -> None:
    headers = {"host": "127.0.0.1:8901", "accept": "application/json, text/event-stream"}
    with TestClient(protocol_server.http_app(desk, 8901)) as client:
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "y" * 1_000_001}}
        assert client.post("/mcp", json=body, headers=headers).status_code == 413


def test_a_process_over_http_answers_the_package_s_client(settings: Settings) -> None:
    command, environment = _process(settings, "--http", "--port", "0")
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(word for word in process.stderr.readline().split() if word.startswith("http://127.0.0.1:"))

            async def session() -> None:
                async with Client(address) as client:
                    drugs = await client.call_tool("list_drugs", {})
                    assert not drugs.is_error

            anyio.run(session)
        finally:
            process.terminate()


def test_a_port_that_is_taken_is_one_sentence(settings: Settings) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(PermanentFailure, match="--port"):
            protocol_server.serve_http(settings, other.getsockname()[1])


def test_many_calls_at_once_are_all_answered(desk: AssistantTools) -> None:
    async def work(client: Client) -> list[bool]:
        refused: list[bool] = []

        async def call(question: str) -> None:
            called = await client.call_tool("ask", {"question": question})
            refused.append(bool((called.structured_content or {})["refusal"]))

        async with anyio.create_task_group() as group:
            for number in range(12):
                group.start_soon(call, QUESTION if number % 2 else "What is the half-life of velotrin?")
        return refused

    assert talk(desk, work) == [False] * 12
