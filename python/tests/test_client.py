from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
import time
from statistics import stdev

import pytest
from fake import Fake, error, fake_service, judged, not_judged, results

from kallos_rl import Client, Group, Item, KallosError

PAGES = [Item("<p>one"), Item("<p>two", prompt="Two", kind="slide", brief={"facts": ["2"]})]


def rewards(client: Client, items: list[Item] = PAGES) -> list[float | None]:
    return [result.reward for result in client.score_sync(items)]


def test_asks_for_a_batch_in_one_request(service: Fake) -> None:
    client = Client(service.url, token="secret", recipe="aescode", run="ferries")  # noqa: S106
    first, second = client.score_sync(PAGES)
    assert (first.reward, first.of("visual"), first.of("interaction")) == (0.5, 0.6, None)
    assert second.channels == {"execution": 1, "correctness": 0.8, "visual": 0.6, "interaction": None}
    (request,) = service.requests
    assert request.path == "/v1/score"
    assert request.headers["authorization"] == "Bearer secret"
    assert request.body["recipe"] == "aescode"
    assert request.body["run"] == "ferries"
    assert 90_000 < request.body["deadlineMs"] < 100_000
    assert request.body["items"] == [
        {"id": "0", "response": "<p>one"},
        {"id": "1", "response": "<p>two", "prompt": "Two", "kind": "slide", "brief": {"facts": ["2"]}},
    ]


def test_takes_results_by_their_ids(service: Fake) -> None:
    service.answer = lambda request: (200, {"results": [judged("1", 0.1), judged("0", 0.9)]}, {})
    assert rewards(Client(service.url)) == [0.9, 0.1]


def test_asks_nothing_for_nothing(service: Fake) -> None:
    assert Client(service.url).score_sync([]) == []
    assert service.requests == []


def test_may_be_used_from_any_loop_and_any_thread(service: Fake) -> None:
    client = Client(service.url)

    async def twice() -> list[float | None]:
        one, two = await asyncio.gather(client.score(PAGES[:1]), client.score(PAGES[1:]))
        return [one[0].reward, two[0].reward]

    assert asyncio.run(twice()) == [0.5, 0.5]
    assert asyncio.run(twice()) == [0.5, 0.5]
    found: list[float | None] = []
    threads = [threading.Thread(target=lambda: found.extend(rewards(client))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [0.5] * 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_may_be_used_in_a_forked_process(service: Fake) -> None:
    client = Client(service.url)
    assert rewards(client) == [0.5, 0.5]
    child = os.fork()
    if child == 0:
        os._exit(0 if rewards(client) == [0.5, 0.5] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


class TestWhatIsNotJudged:
    def test_has_none_for_scores(self, service: Fake) -> None:
        service.answer = lambda request: (
            200,
            {"results": [judged("0", 0.7, visual=0.7), not_judged("1")]},
            {},
        )
        good, late = Client(service.url).score_sync(PAGES)
        assert good.valid
        assert late.reward is None
        assert set(late.channels.values()) == {None}
        assert late.reason == "KALLOS_DEADLINE"

    def test_is_asked_for_again_where_the_fault_was_the_services(self, service: Fake) -> None:
        def answer(request):  # type: ignore[no-untyped-def]
            if len(service.requests) > 1:
                return 200, results(request), {}
            died = {**judged("1"), "valid": False, "verdict": {"cause": "infra", "channels": {}}}
            return 200, {"results": [judged("0", 0.9), died]}, {}

        service.answer = answer
        assert rewards(Client(service.url)) == [0.9, 0.5]
        assert service.items == ["<p>one", "<p>two", "<p>two"]

    def test_is_left_where_another_try_would_not_help(self, service: Fake) -> None:
        unjudged = {"visual": {"status": "not-run"}}
        lacking = {**judged("0"), "valid": False, "verdict": {"cause": None, "channels": unjudged}}
        service.answer = lambda request: (200, {"results": [lacking]}, {})
        assert rewards(Client(service.url), PAGES[:1]) == [None]
        assert len(service.requests) == 1

    def test_is_counted_in_the_log_once_a_batch(
        self, service: Fake, caplog: pytest.LogCaptureFixture
    ) -> None:
        service.answer = lambda request: (200, {"results": [judged("0"), not_judged("1")]}, {})
        Client(service.url).score_sync(PAGES)
        assert [record.getMessage() for record in caplog.records] == [
            "1 of 2 without a reward: {'KALLOS_DEADLINE': 1}"
        ]


class TestFaults:
    def test_comes_again_when_the_service_says(self, service: Fake) -> None:
        busy = error(429, "KALLOS_BUSY", **{"Retry-After": "0.1"})
        service.answer = lambda request: (200, results(request), {}) if len(service.requests) > 2 else busy
        assert rewards(Client(service.url), PAGES[:1]) == [0.5]
        assert len(service.requests) == 3

    def test_asks_for_fewer_at_once_where_there_is_no_room_for_all(self, service: Fake) -> None:
        """A queue of four never takes eight, however often they are sent."""
        busy = error(429, "KALLOS_BUSY", **{"Retry-After": "0.01"})
        service.answer = lambda request: (
            busy if len(request.body["items"]) > 4 else (200, results(request), {})
        )
        assert rewards(Client(service.url, deadline=20), [Item(str(i)) for i in range(8)]) == [0.5] * 8
        assert [len(request.body["items"]) for request in service.requests] == [8, 4, 4]

    def test_asks_for_fewer_at_once_where_all_are_too_large(self, service: Fake) -> None:
        large = error(413, "KALLOS_REQUEST", "Request body is too large.")
        service.answer = lambda request: (
            large if len(request.body["items"]) > 3 else (200, results(request), {})
        )
        assert rewards(Client(service.url), [Item(str(i)) for i in range(8)]) == [0.5] * 8

    def test_sends_a_request_again_under_its_key_while_its_deadline_fits(self, service: Fake) -> None:
        service.answer = lambda request: (0 if len(service.requests) < 2 else 200, results(request), {})
        client = Client(service.url, deadline=60)
        assert rewards(client) == [0.5, 0.5]
        first, again = service.requests
        assert first.headers["idempotency-key"] == again.headers["idempotency-key"]
        assert first.body == again.body
        rewards(client)
        assert service.requests[2].headers["idempotency-key"] != first.headers["idempotency-key"]

    def test_survives_a_service_that_is_killed_and_started_again(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        client = Client(f"http://127.0.0.1:{port}", deadline=20)
        found: list[float | None] = []
        asking = threading.Thread(target=lambda: found.extend(rewards(client)))
        asking.start()
        time.sleep(0.5)
        with fake_service(port):
            asking.join()
        assert found == [0.5, 0.5]

    def test_leaves_what_no_service_answers_by_the_deadline(self) -> None:
        start = time.monotonic()
        results = Client("http://127.0.0.1:9", deadline=0.6).score_sync(PAGES)
        assert [result.reason for result in results] == ["KALLOS_UNREACHABLE"] * 2
        assert time.monotonic() - start < 5

    def test_ends_with_its_deadline_though_the_service_hangs(self, service: Fake) -> None:
        gate = threading.Event()

        def hang(request):  # type: ignore[no-untyped-def]
            gate.wait(20)
            return 200, results(request), {}

        service.answer = hang
        start = time.monotonic()
        found = Client(service.url, deadline=0.5).score_sync(PAGES)
        assert [(result.reward, result.reason) for result in found] == [(None, "KALLOS_DEADLINE")] * 2
        assert time.monotonic() - start < 10
        gate.set()

    def test_takes_no_body_on_trust(self, service: Fake) -> None:
        service.answer = lambda request: (200, b"<html>502", {})
        results = Client(service.url, deadline=2).score_sync(PAGES)
        assert [(result.reward, result.reason) for result in results] == [(None, "KALLOS_ANSWER")] * 2

    def test_loses_only_the_item_that_a_request_is_refused_for(self, service: Fake) -> None:
        def answer(request):  # type: ignore[no-untyped-def]
            texts = [item["response"] for item in request.body["items"]]
            if "bad" in texts:
                return error(400, "KALLOS_REQUEST", f"items.{texts.index('bad')}.brief: No.")
            return 200, results(request), {}

        service.answer = answer
        items = [Item(text) for text in ["a", "b", "bad", "c", "d"]]
        found = Client(service.url).score_sync(items)
        assert [result.reason or result.reward for result in found] == [0.5, 0.5, "KALLOS_REQUEST", 0.5, 0.5]

    @pytest.mark.parametrize("status", [400, 401])
    def test_does_not_take_a_batch_apart_for_what_is_wrong_with_all_of_it(
        self, service: Fake, status: int
    ) -> None:
        service.answer = lambda request: error(status, "KALLOS_REQUEST", "recipe: Invalid input.")
        assert rewards(Client(service.url, recipe="none")) == [None, None]
        client = Client(service.url)
        assert [found.advantages for found in client.groups_sync([Group(["a", "b"])] * 4)] == [[None] * 2] * 4
        assert len(service.requests) == 2

    def test_does_not_insist_where_it_is_not_let_in(self, service: Fake) -> None:
        service.answer = lambda request: error(401, "KALLOS_TOKEN")
        found = Client(service.url).score_sync(PAGES)
        assert [result.reason for result in found] == ["KALLOS_TOKEN"] * 2
        assert len(service.requests) == 1

    def test_sends_half_of_a_character(self, service: Fake) -> None:
        assert rewards(Client(service.url), [Item("<p>\ud83d")]) == [0.5]

    def test_raises_nothing_for_what_is_no_json(self, service: Fake) -> None:
        for value in ({1, 2}, [float("nan")]):
            items = [Item("a"), Item("b", brief={"facts": value}), Item("c")]
            found = Client(service.url).score_sync(items)
            assert [result.reason or result.reward for result in found] == [0.5, "KALLOS_REQUEST", 0.5]

    def test_gives_up_after_as_many_dead_batches_as_it_was_told(self, service: Fake) -> None:
        client = Client("http://127.0.0.1:9", deadline=0.2, give_up_after=2)
        assert rewards(client) == [None, None]
        with pytest.raises(KallosError, match="KALLOS_DEAD"):
            client.score_sync(PAGES)


class TestSeveralServices:
    def test_share_a_batch(self, service: Fake) -> None:
        with fake_service() as other:
            assert rewards(Client([service.url, other.url]), [Item(str(i)) for i in range(10)]) == [0.5] * 10
            assert len(service.items) == len(other.items) == 5

    def test_stand_in_for_each_other(self, service: Fake) -> None:
        client = Client(["http://127.0.0.1:9", service.url], deadline=10)
        assert rewards(client, [Item(str(i)) for i in range(10)]) == [0.5] * 10

    def test_are_left_alone_while_they_fail(self, service: Fake) -> None:
        with fake_service() as other:
            other.answer = lambda request: error(500, "KALLOS_INTERNAL")
            client = Client([service.url, other.url])
            for _ in range(20):
                assert rewards(client, PAGES[:1]) == [0.5]
            assert len(other.requests) < 10

    def test_that_stop_send_their_askers_to_others(self, service: Fake) -> None:
        with fake_service() as other:
            other.answer = lambda request: error(503, "KALLOS_DRAINING", **{"Retry-After": "60"})
            start = time.monotonic()
            assert rewards(Client([other.url, service.url]), [Item(str(i)) for i in range(8)]) == [0.5] * 8
            assert time.monotonic() - start < 10

    def test_that_differ_are_told_of(self, service: Fake, caplog: pytest.LogCaptureFixture) -> None:
        with fake_service() as other:
            seeded = {**judged("0"), "verdict": {"fingerprint": {"kallos": "1.0.0", "seed": "2"}}}
            other.answer = lambda request: (
                200,
                {"results": [{**seeded, "id": request.body["items"][0]["id"]}]},
                {},
            )
            Client([service.url, other.url]).score_sync(PAGES)
        assert "Services differ" in caplog.text
        assert "seed 1" in caplog.text
        assert "seed 2" in caplog.text


def judged_groups(request, most: int = 1024):  # type: ignore[no-untyped-def]
    """As the service answers: whole groups, each rollout's advantage by the number in its text, limits observed."""
    told = []
    rollouts = [each for group in request.body["groups"] for each in group["rollouts"]]
    if len(rollouts) > most:
        return error(400, "KALLOS_REQUEST", f"groups: at most {most} rollouts in all.")
    for g, group in enumerate(request.body["groups"]):
        for i, each in enumerate(group["rollouts"]):
            if each["response"] == "bad":
                return error(400, "KALLOS_REQUEST", f"groups.{g}.rollouts.{i}.response: Too big.")
        told.append(
            {
                "id": group["id"],
                "rollouts": [
                    {
                        **judged(each["id"], 0.5),
                        "advantage": 0 if each["response"] == "none" else float(each["response"]),
                        "advantageMask": int(each["response"] != "none"),
                        "standing": 0.75,
                        "standingMask": int(request.body["compare"]),
                    }
                    for each in group["rollouts"]
                ],
                "figures": {"shareValid": 1},
            }
        )
    return 200, {"groups": told}, {}


class TestGroups:
    GROUPS = (Group(["1", "none"], prompt="One"), Group(["-1"]))

    @pytest.fixture(autouse=True)
    def _judges_groups(self, service: Fake) -> None:
        service.answer = judged_groups

    def test_come_with_advantages(self, service: Fake) -> None:
        client = Client(service.url, run="ferries", seed=7)
        first, second = client.groups_sync(self.GROUPS, method="gdpo", weights={"visual": 1})
        assert first.advantages == [pytest.approx(0.5**0.5), None]
        assert second.advantages == [pytest.approx(-(0.5**0.5))]
        assert second.standings == [None]
        assert first.figures == {"shareValid": 1}
        assert [result.reward for result in first.results] == [0.5, 0.5]
        (request,) = service.requests
        assert request.body["advantage"] == {"method": "gdpo", "weights": {"visual": 1}, "whiten": False}
        assert (request.body["run"], request.body["seed"]) == ("ferries", 7)
        assert request.body["groups"][0] == {
            "id": "0",
            "prompt": "One",
            "rollouts": [{"id": "0", "response": "1"}, {"id": "1", "response": "none"}],
        }

    def test_are_whitened_where_the_method_or_the_asker_says_so(self, service: Fake) -> None:
        client = Client(service.url)
        asked = [Group(["1", "2", "6"])]
        for settings in ({"whiten": False}, {"method": "grpo"}):
            assert client.groups_sync(asked, **settings)[0].advantages == [1, 2, 6]
        for settings in ({}, {"method": "rloo", "whiten": True}):
            assert client.groups_sync(asked, **settings)[0].advantages == pytest.approx(
                [-2 / 7**0.5, -1 / 7**0.5, 3 / 7**0.5]
            )
        wide = client.groups_sync(asked, stdFloor=3, whitenEpsilon=1)[0].advantages
        assert wide == pytest.approx([-0.5, -0.25, 0.75])

    def test_of_a_large_batch_take_several_requests_and_are_whitened_over_all_of_it(
        self, service: Fake
    ) -> None:
        asked = [Group([str(g), str(-g), "0"]) for g in range(1, 401)]
        found = Client(service.url).groups_sync(asked)
        sizes = [sum(len(group["rollouts"]) for group in each.body["groups"]) for each in service.requests]
        assert sum(sizes) == 1200
        assert max(sizes) <= 512
        assert all(size % 3 == 0 for size in sizes)
        values = [value for answer in found for value in answer.advantages]
        expected = [float(text) for group in asked for text in group.responses]
        assert values == pytest.approx([value / stdev(expected) for value in expected])

    def test_take_fewer_requests_of_fewer_where_there_is_no_room_for_all(self, service: Fake) -> None:
        service.answer = lambda request: judged_groups(request, most=6)
        found = Client(service.url).groups_sync([Group(["1", "2"])] * 8, whiten=False)
        assert [answer.advantages for answer in found] == [[1, 2]] * 8

    def test_lose_only_the_rollouts_that_no_service_takes(self, service: Fake) -> None:
        asked = [Group(["1", "2"]), Group(["bad", "3", "bad", "4"]), Group(["bad"]), Group(["5"])]
        found = Client(service.url).groups_sync(asked, whiten=False)
        assert [answer.advantages for answer in found] == [[1, 2], [None, 3, None, 4], [None], [5]]
        reasons = [result.reason for result in found[1].results]
        assert reasons == ["KALLOS_REQUEST", None, "KALLOS_REQUEST", None]
        assert [result.reward for result in found[1].results] == [None, 0.5, None, 0.5]
        assert found[1].standings == [None] * 4

    def test_are_compared_where_that_is_asked_for(self, service: Fake) -> None:
        (first,) = Client(service.url).groups_sync(self.GROUPS[:1], compare=True)
        assert first.standings == [0.75, 0.75]

    def test_ask_nothing_for_nothing(self, service: Fake) -> None:
        assert Client(service.url).groups_sync([]) == []
        assert service.requests == []

    def test_raise_no_more_than_scores_do(self) -> None:
        found = Client("http://127.0.0.1:9", deadline=0.2).groups_sync(self.GROUPS)
        assert [group.advantages for group in found] == [[None, None], [None]]


def test_is_set_up_by_the_environment(service: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "KALLOS_URL": f"{service.url}, ",
        "KALLOS_TOKEN": "secret,other",
        "KALLOS_DEADLINE": "30",
        "KALLOS_RECIPE": "aescoder",
        "KALLOS_RUN": "night",
        "KALLOS_SEED": "41",
    }.items():
        monkeypatch.setenv(name, value)
    assert rewards(Client.from_env()) == [0.5, 0.5]
    request = service.requests[0]
    assert request.headers["authorization"] == "Bearer secret"
    assert (request.body["recipe"], request.body["run"]) == ("aescoder", "night")
    assert request.body["seed"] == 41
    monkeypatch.setenv("KALLOS_SEED", "of may")
    rewards(Client.from_env())
    assert service.requests[1].body["seed"] == "of may"
    assert 27_000 < request.body["deadlineMs"] < 30_000


def test_tells_what_can_not_be() -> None:
    with pytest.raises(KallosError, match="No URL"):
        Client([])
    with pytest.raises(KallosError, match="deadline"):
        Client(deadline=0)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, logger="kallos_rl")
