"""The recipes for containers and clusters: each is read by the program that it is written for, as far as it is here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet
from paths import DOCS, ROOT
from samples import some

yaml: Any = (
    import_module("yaml") if os.environ.get("CI") else pytest.importorskip("yaml", reason="PyYAML is not installed")
)
CLUSTER = (DOCS / "cluster.md").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", CLUSTER, re.DOTALL)


def instructions() -> dict[str, str]:
    """Return the last instruction of each name in the Containerfile."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return dict(line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#"))


def test_the_proxy_of_the_containers_is_the_documented_one() -> None:
    [documented] = blocks("nginx")
    content = COMPOSE["configs"]["nginx"]["content"].replace("$$", "$")
    for number in (1, 2):
        documented = documented.replace(f"127.0.0.1:808{number}", f"page{number}:8080")
    assert content == documented.replace("listen 443 ssl", "listen 80").replace("server_name play.example.org", "server_name _")  # fmt: skip


def test_containers_wait_for_each_other_and_trust_only_their_own_network() -> None:
    services = COMPOSE["services"]
    assert services["page1"] == services["page2"]
    [subnet] = COMPOSE["networks"]["page"]["ipam"]["config"]
    assert f"--behind={subnet['subnet']}" in services["page1"]["command"]
    assert services["page1"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["proxy"]["depends_on"].keys() == {"page1", "page2"}
    assert "healthcheck" in services["database"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert not re.search(r"secret|password(?!:| for)", " ".join(services["page1"]["command"]))


def test_the_container_runs_without_rights_of_an_administrator() -> None:
    found = instructions()
    assert int(found["USER"]) > 0  # a number, which Kubernetes can check
    assert json.loads(found["ENTRYPOINT"]) == ["plyground"]
    assert COMPOSE["services"]["page1"]["command"][0] == json.loads(found["CMD"])[0] == "web"


def test_ray_reads_the_recipe_for_machines_by_ssh() -> None:
    if not os.environ.get("CI"):
        pytest.importorskip("ray", reason="Ray has no wheel here, or is not installed")
    from ray import autoscaler

    jsonschema: Any = import_module("jsonschema")  # Ray brings it

    schema = json.loads((Path(autoscaler.__file__).parent / "ray-schema.json").read_text())
    recipe = yaml.safe_load(blocks("yaml")[0])
    jsonschema.validate(recipe, schema)
    assert recipe["provider"]["type"] == "local"


def test_ray_reads_the_recipe_for_kubernetes() -> None:
    if not os.environ.get("CI"):
        pytest.importorskip("ray", reason="Ray has no wheel here, or is not installed")
    from ray.autoscaler._private.kuberay import autoscaling_config

    recipe = yaml.safe_load(blocks("yaml")[1])
    assert (recipe["apiVersion"], recipe["kind"]) == ("ray.io/v1", "RayCluster")
    kinds = autoscaling_config._generate_available_node_types_from_ray_cr_spec(recipe["spec"])
    assert {name: kind["resources"]["CPU"] for name, kind in kinds.items()} == {"headgroup": 0, "workers": 8}
    assert kinds["workers"]["max_workers"] == 4


def test_the_shell_reads_the_recipes_for_slurm() -> None:
    for recipe in some(block for block in blocks("sh") if "#SBATCH" in block):
        subprocess.run(["bash", "-n"], input=recipe, text=True, check=True)


def test_containers_have_limits_and_write_only_into_volumes() -> None:
    """The proxy alone can be written to: Compose refuses a configuration in its file for a read-only service."""
    for name, service in COMPOSE["services"].items():
        assert service["deploy"]["resources"]["limits"].keys() == {"memory", "pids"}
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service.get("read_only", False) is (name != "proxy")
    home = instructions()["WORKDIR"]
    assert home in COMPOSE["services"]["page1"]["volumes"]
    assert "/run/postgresql" in COMPOSE["services"]["database"]["tmpfs"]


def test_links_of_the_containers_begin_with_the_public_address() -> None:
    [option] = [word for word in COMPOSE["services"]["page1"]["command"] if word.startswith("--public-url=")]
    [port] = COMPOSE["services"]["proxy"]["ports"]
    assert option == f"--public-url=${{PUBLIC_URL:-http://localhost:{port.removesuffix(':80')}}}"


def test_the_database_of_the_containers_is_the_one_that_is_backed_up() -> None:
    [lines] = [block.splitlines() for block in blocks("sh") if "pg_dump" in block]
    of = COMPOSE["services"]["database"]["environment"]
    for line in some(lines):
        assert line.startswith("docker compose exec -T database ")
        assert f"--username={of['POSTGRES_USER']}" in line and of["POSTGRES_DB"] in line


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}  # v\d+(\.\d+)*")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_use_actions_by_their_commits_and_may_only_read(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    for used in some(re.findall(r"uses: (.*)", text)):
        assert PINNED.fullmatch(used), used
    found = yaml.safe_load(text)
    assert found["permissions"] == {"contents": "read"}
    for job in found["jobs"].values():
        assert job.get("permissions", {}).get("contents", "read") == "read"


def test_the_container_installs_known_versions_of_all_dependencies_by_their_hashes() -> None:
    assert "--require-hashes" in instructions_of("RUN")
    text = (ROOT / "container-requirements.txt").read_text(encoding="utf-8")
    versions = dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))
    assert all("--hash=sha256:" in part for part in re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for needed in some([*project["dependencies"], *project["optional-dependencies"]["postgresql"]]):
        name, bounds = re.fullmatch(r"([\w-]+)(?:\[\w+\])?(.*)", needed).groups()  # type: ignore[union-attr]
        assert SpecifierSet(bounds).contains(versions[name]), needed


def instructions_of(name: str) -> str:
    """Return all instructions of a name in the Containerfile."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return "\n".join(line for line in text.splitlines() if line.startswith(f"{name} "))
