"""The key pair of a cluster on EC2: one of its own, whose private half lies in the cluster's folder, or yours."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ..errors import ClusterError
from ..experiment import Ec2
from .ec2_api import HOLDING, Ec2Api, one_of


def check_key(api: Ec2Api, ec2: Ec2, private: Path) -> None:
    """Checks that there is a key for the machines that an earlier up made: they would refuse a new one."""
    if ec2.public_key:
        if not _yours(ec2.public_key).exists():
            raise ClusterError(f"ec2.public_key: {_yours(ec2.public_key)} does not exist")
    elif not private.exists():
        count = len(api.instances(*HOLDING))
        if count:
            raise ClusterError(
                f"there are {count} machines of {api.cluster} in {api.region}, but {private.parent} has no key for "
                "them: run up where they were made (PLACED_CLUSTER_HOME names the folder of all clusters), copy "
                f"{private.name} from there, or run down first"
            )


def ensure_key(api: Ec2Api, ec2: Ec2, private: Path) -> str:
    """The name of the key pair, made if there is none, or if its private half was lost: after ``check_key``."""
    found = api.find("describe_key_pairs", "KeyPairs")
    if ec2.public_key:
        public = _yours(ec2.public_key)
    else:
        public = private.with_suffix(".pub")
        if not private.exists():
            # Its private half was lost. An up that is killed here has no key yet, and the next one begins anew.
            for old in found:
                api.call("delete_key_pair", KeyName=old["KeyName"])
            found = []  # EC2 may list it for some time.
            private.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "placed-cluster", "-f", str(private)]
            subprocess.run(command, check=True)
    name = f"placed-{api.cluster}"
    one_of(
        found,
        lambda: api.call(
            "import_key_pair",
            KeyName=name,
            PublicKeyMaterial=public.read_bytes(),
            TagSpecifications=api.tags("key-pair"),
        ),
    )
    return name


def _yours(path: str) -> Path:
    return Path(path).expanduser()
