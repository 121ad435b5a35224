"""An empty Debian with systemd as its first process, in namespaces of its own: no container program is needed.

Its network has no way out, so that its PostgreSQL, its Redis and its ports meet nobody's; what has to fetch something
is run in the machine's network. Only root on Linux can make one. It lies in memory, and takes about three gigabytes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from qa.serving import PATIENCE_SECONDS
from tests.namespaces import Device

SUITE = "bookworm"
ORDINARY = "systemd,systemd-sysv,dbus,sudo,ca-certificates,logrotate,openssl"  # what an installed Debian has
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")  # of this machine, which may trust a mirror of its own
BOOT = """set -e
hostname debian
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
pivot_root . mnt
umount -l /mnt
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=0 </dev/null
"""


class Debian:
    """One, from its first package to its end; `folder` must be empty or not there.

    `base`: what debootstrap has made before with `ORDINARY`, to be copied; `packages`: fetched before.
    """

    def __init__(self, folder: Path, base: Path | None = None, packages: Path | None = None) -> None:
        self.folder, self.base, self.packages = folder.resolve(), base, packages
        self.network = Device("bare")
        self.holder: subprocess.Popen[bytes] | None = None
        self.first = 0  # the process number of its systemd, as this machine counts

    def make(self, wanted: list[str]) -> None:
        """The smallest Debian with what an installed one has.

        `wanted`: packages that will be asked for later, and are fetched with the others.
        """
        root = self.folder
        root.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4g,mode=755", "tmpfs", str(root)], check=True)
        if self.base is None:
            self.unpack(wanted)
        else:
            subprocess.run(["cp", "-a", f"{self.base}/.", str(root)], check=True)
        for package in self.packages.glob("*.deb") if self.packages else ():
            shutil.copy(package, root / "var/cache/apt/archives")
        shutil.copy(CERTIFICATES, root / "etc/ssl/certs")
        shutil.copy("/etc/resolv.conf", root / "etc")
        (root / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 debian\n", encoding="utf-8")
        (root / "etc/hostname").write_text("debian\n", encoding="utf-8")
        yes = 'APT::Get::Assume-Yes "true";\n'  # what whoever types the command answers
        (root / "etc/apt/apt.conf.d/yes").write_text(yes, encoding="utf-8")

    def unpack(self, wanted: list[str]) -> None:
        """Fetch all packages at once, which takes less time than one after the other, then have it unpacked."""
        root = self.folder
        mirror, fetched = mirror_of_this_machine(), root / "fetched"
        for part in ("archives/partial", "state/lists/partial"):
            (fetched / part).mkdir(parents=True)
        (fetched / "status").touch()
        (fetched / "sources.list").write_text(f"deb {mirror} {SUITE} main\n", encoding="utf-8")
        for package in self.packages.glob("*.deb") if self.packages else ():
            shutil.copy(package, fetched / "archives")
        said = {"Dir::State": f"{fetched}/state", "Dir::State::status": f"{fetched}/status", "Dir::Cache": fetched}
        said |= {"Dir::Etc::SourceList": f"{fetched}/sources.list", "Dir::Etc::SourceParts": "/dev/null"}
        apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in said.items())]
        subprocess.run([*apt, "update"], check=True)
        downloads = ["install", "--yes", "--download-only", *ORDINARY.split(","), *wanted]
        subprocess.run([*apt, *downloads], check=True, stdout=subprocess.DEVNULL)
        cache = f"--cache-dir={fetched}/archives"
        made = ["debootstrap", cache, "--variant=minbase", f"--include={ORDINARY}", SUITE, str(root), mirror]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
        for package in (fetched / "archives").glob("*.deb"):
            package.replace(root / "var/cache/apt/archives" / package.name)
        shutil.rmtree(fetched)

    def boot(self) -> None:
        """Start its systemd, and wait until it has started what it wants."""
        namespaces = ["unshare", "--mount", "--pid", "--uts", "--ipc", "--cgroup", "--fork", "--kill-child"]
        command = ["ip", "netns", "exec", self.network.name, *namespaces, "sh", "-c", BOOT, "sh", str(self.folder)]
        self.holder = subprocess.Popen(command)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (
            "running" not in self.run("systemctl is-system-running --wait", fails=True) if self.is_found() else True
        ):
            assert self.holder.poll() is None and time.monotonic() < deadline, "systemd does not start here"
            time.sleep(0.2)

    def is_found(self) -> bool:
        """Whether its first process is there by now, and which it is."""
        assert self.holder is not None
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                name, rest = stat.read_text().rpartition(")")[::2]
                parent = int(rest.split()[1])
            except OSError:
                continue
            if name.endswith("(systemd") and parent == self.holder.pid:
                self.first = int(stat.parent.name)
        return bool(self.first)

    def run(self, line: str, outside: bool = False, fails: bool = False) -> str:
        """Type a line as its root, in its home; what it printed. `outside`: in the network of this machine.

        Raises AssertionError where it fails, unless it may.
        """
        spaces = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", *([] if outside else ["--net"])]
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
        environment |= {"DEBIAN_FRONTEND": "noninteractive", "PIP_CERT": str(CERTIFICATES)}
        environment |= {"PIP_DEFAULT_TIMEOUT": "180", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        line = line.replace("sudo ", "sudo --preserve-env=PIP_CERT,PIP_DEFAULT_TIMEOUT,DEBIAN_FRONTEND ", 1)
        enter = ["nsenter", f"--target={self.first}", *spaces, "sh", "-c", f"cd /root && {line}"]
        done = subprocess.run(enter, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        said = done.stdout + done.stderr
        assert fails or done.returncode == 0, f"{line}: {done.returncode}\n{said}"
        return said

    def end(self) -> None:
        """End all of it."""
        if self.first:
            os.kill(self.first, signal.SIGKILL)  # and with the first process every other
        if self.holder is not None:
            self.holder.wait()
        subprocess.run(["umount", "--lazy", str(self.folder)], check=False)
        self.network.close()


def mirror_of_this_machine() -> str:
    """Where apt of this machine finds Debian."""
    asks = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)"]
    asked = subprocess.run(asks, capture_output=True, text=True, check=True)
    places = (line.rpartition(" ") for line in asked.stdout.splitlines())
    return next(place for place, _, suite in places if suite == SUITE)
