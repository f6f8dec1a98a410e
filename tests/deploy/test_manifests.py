"""The manifests render, fit the schema, and keep the manners of a restricted namespace."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from riverbus.runtime.schemas import SCHEMAS

ROOT = Path(__file__).resolve().parents[2]
KUBERNETES = ROOT / "deploy" / "kubernetes"
BIN = Path(sys.executable).parent
SERVICES = ["gateway", "lobby", "table", "wallet", "chat"]
WORKLOADS = ["Deployment", "StatefulSet", "Job"]


@cache
def rendered(part: str) -> str:
    """What kustomize makes of one folder, without a cluster."""
    done = subprocess.run(
        [BIN / "kubectl", "kustomize", KUBERNETES / part], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def objects(part: str) -> list[dict[str, Any]]:
    return [found for found in yaml.safe_load_all(rendered(part)) if found]


def workloads() -> list[dict[str, Any]]:
    return [found for part in ("base", "nats") for found in objects(part)
            if found["kind"] in WORKLOADS]  # fmt: skip


def named(kind: str, name: str, part: str = "base") -> dict[str, Any]:
    return next(
        found
        for found in objects(part)
        if found["kind"] == kind and found["metadata"]["name"] == name
    )


@pytest.mark.parametrize("part", ["base", "nats"])
def test_every_object_is_valid_for_the_schema(part: str, tmp_path: Path) -> None:
    path = tmp_path / "rendered.yaml"
    path.write_text(rendered(part))
    done = subprocess.run(
        [BIN / "kubernetes-validate", "--strict", path], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("found", workloads(), ids=lambda found: found["metadata"]["name"])
def test_pods_fit_a_restricted_namespace(found: dict[str, Any]) -> None:
    spec = found["spec"]["template"]["spec"]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert spec["automountServiceAccountToken"] is False
    for container in spec["containers"]:
        context = container["securityContext"]
        assert context["allowPrivilegeEscalation"] is False
        assert context["readOnlyRootFilesystem"] is True
        assert context["capabilities"]["drop"] == ["ALL"]
        assert container["resources"]["requests"]["cpu"]
        assert container["resources"]["limits"]["memory"]


@pytest.mark.parametrize("found", workloads(), ids=lambda found: found["metadata"]["name"])
def test_port_names_have_at_most_fifteen_characters(found: dict[str, Any]) -> None:
    """The schema and the linters let longer ones pass; the API server does not."""
    for container in found["spec"]["template"]["spec"]["containers"]:
        for port in container.get("ports", []):
            assert len(port["name"]) <= 15


@pytest.mark.parametrize("service", SERVICES)
def test_liveness_looks_at_no_dependency_and_readiness_is_asked_apart(service: str) -> None:
    kind = "StatefulSet" if service == "table" else "Deployment"
    container = named(kind, service)["spec"]["template"]["spec"]["containers"][0]
    assert container["livenessProbe"]["httpGet"]["path"] == "/livez"
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["args"] == [f"services.{service}"]
    assert (ROOT / "services" / service / "__main__.py").exists()


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_has_its_own_policy_secret_and_account(service: str) -> None:
    policy = named("NetworkPolicy", service)
    assert "Egress" in policy["spec"]["policyTypes"]
    kind = "StatefulSet" if service == "table" else "Deployment"
    spec = named(kind, service)["spec"]["template"]["spec"]
    assert spec["serviceAccountName"] == service
    secrets = [source["secretRef"]["name"] for source in spec["containers"][0]["envFrom"]
               if "secretRef" in source]  # fmt: skip
    assert secrets == [f"riverbus-{service}"]


def called_by(service: str) -> set[str]:
    """The services whose gRPC port the code of a service reaches."""
    text = "".join(p.read_text() for p in (ROOT / "services" / service).rglob("*.py"))
    owners = {"table"} if ".channel_to(" in text else set()
    return {*re.findall(r'\.channel\("([a-z]+)"\)', text), *owners}


def peers(rules: list[dict[str, Any]], key: str, port: int) -> set[str]:
    """Names of the pods that a policy's rules let through to a port."""
    return {
        peer["podSelector"]["matchLabels"]["app.kubernetes.io/name"]
        for rule in rules
        if port in [one["port"] for one in rule["ports"]]
        for peer in rule.get(key, ())
    }


@pytest.mark.parametrize("service", SERVICES)
def test_a_policy_lets_through_exactly_the_calls_that_the_code_makes(service: str) -> None:
    spec = named("NetworkPolicy", service)["spec"]
    assert peers(spec["egress"], "to", 7000) == called_by(service)
    assert peers(spec["egress"], "to", 4222) == {"nats"}
    callers = {other for other in SERVICES if service in called_by(other)}
    assert peers(spec["ingress"], "from", 7000) == callers
    database = any(one["port"] == 5432 for rule in spec["egress"] for one in rule["ports"])
    assert database == (service in SCHEMAS)


@pytest.mark.parametrize("service", [*SERVICES, "nats"])
def test_replicas_are_apart_and_leave_one_at_a_time(service: str) -> None:
    part = "nats" if service == "nats" else "base"
    kind = "StatefulSet" if service in ("table", "nats") else "Deployment"
    spec = named(kind, service, part)["spec"]
    assert spec["replicas"] >= 2
    spread = spec["template"]["spec"]["topologySpreadConstraints"]
    mine = {"matchLabels": {"app.kubernetes.io/name": service}}
    assert all(one["maxSkew"] == 1 and one["labelSelector"] == mine for one in spread)
    assert "topology.kubernetes.io/zone" in [one["topologyKey"] for one in spread]
    budget = named("PodDisruptionBudget", service, part)["spec"]
    assert budget == {"maxUnavailable": 1, "selector": mine}


def test_each_nats_node_has_a_zone_of_its_own() -> None:
    spec = named("StatefulSet", "nats", "nats")["spec"]
    [spread] = spec["template"]["spec"]["topologySpreadConstraints"]
    assert spec["replicas"] == spread["minDomains"] == 3
    assert spread["whenUnsatisfiable"] == "DoNotSchedule"


def test_the_default_is_that_nothing_talks_to_anything() -> None:
    assert named("NetworkPolicy", "deny-all")["spec"] == {
        "podSelector": {},
        "policyTypes": ["Ingress", "Egress"],
    }


def test_a_table_pod_has_time_to_hand_its_hands_over() -> None:
    spec = named("StatefulSet", "table")["spec"]["template"]["spec"]
    drain = next(
        int(entry["value"])
        for entry in spec["containers"][0]["env"]
        if entry["name"] == "RIVERBUS_DRAIN_S"
    )
    assert spec["terminationGracePeriodSeconds"] == 150
    assert drain + 60 < spec["terminationGracePeriodSeconds"]


def test_nats_acknowledges_only_what_is_on_disk() -> None:
    assert "sync_interval: always" in (KUBERNETES / "nats" / "nats.conf").read_text()


def test_the_dockerfile_is_clean() -> None:
    done = subprocess.run(
        [BIN / "hadolint", ROOT / "deploy" / "Dockerfile"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_all_that_the_migrations_need_goes_before_the_services() -> None:
    """The selector of deploy/README.md, step 4: everything but the five workloads."""
    text = (ROOT / "deploy" / "README.md").read_text()
    selector = re.search(r"--selector 'app\.kubernetes\.io/name notin \(([a-z, ]+)\)'", text)
    assert selector is not None
    left_out = selector[1].split(", ")
    first = [
        (found["kind"], found["metadata"]["name"])
        for found in objects("base")
        if found["metadata"].get("labels", {}).get("app.kubernetes.io/name") not in left_out
    ]
    assert ("Job", "migrate") in first
    assert ("ServiceAccount", "migrate") in first
    assert {kind for kind, _ in first} & {"Deployment", "StatefulSet"} == set()
    assert ("NetworkPolicy", "migrate") in first
    assert ("NetworkPolicy", "dns") in first
