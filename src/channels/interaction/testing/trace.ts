import { hashOf } from '../store.js';
import type { Control, Evidence, InteractionTrace, Probe, TraceData } from '../trace.js';

/** A button, of which a test says what matters to it. */
export function control(more: Partial<Control> = {}): Control {
  return {
    kind: 'button',
    role: 'button',
    name: 'Add',
    tag: 'button',
    selector: 'button',
    box: [10, 10, 80, 30],
    source: null,
    bound: true,
    inForm: false,
    byLabel: false,
    announced: true,
    unread: false,
    target: null,
    alike: 1,
    weight: 0.8,
    ...more,
  };
}

/** A click on a control. */
export function probe(at: number, found: Evidence | null, more: Partial<Probe> = {}): Probe {
  return {
    control: at,
    asks: 'answers',
    deeds: [{ do: 'click', what: null, on: null }],
    evidence: found,
    trouble: null,
    before: null,
    after: null,
    ...more,
  };
}

/** Two runs between which nothing differs but what a test says. */
export function evidence(more: Partial<Evidence> = {}): Evidence {
  const none = { appeared: 0, vanished: 0, moved: 0, restyled: 0, mutated: 0 };
  return {
    textsAppeared: [],
    textsVanished: [],
    retold: [],
    textsPassing: [],
    own: none,
    other: none,
    ownText: null,
    ownValue: null,
    values: 0,
    revalued: [],
    pixels: { all: 0, outside: 0, drawn: 0, box: null },
    beyond: null,
    scrolled: 0,
    scroll: null,
    url: null,
    title: null,
    focus: null,
    storage: [],
    playing: false,
    invalid: 0,
    dialogsShown: [0, 0],
    dialogs: [],
    downloads: [],
    popups: [],
    navigations: [],
    prints: 0,
    clipboard: [],
    files: 0,
    requests: [],
    made: 0,
    errors: [],
    reloaded: false,
    shown: [30, 30],
    elements: [30, 30],
    missedBy: null,
    reorderedPrices: [],
    marked: null,
    removed: null,
    cleared: null,
    namedInstead: null,
    controlled: null,
    arrived: null,
    coveredBy: null,
    column: null,
    garbled: [],
    still: null,
    ...more,
  };
}

/** A trace of a page of one file. */
export function traceOf(
  controls: Control[],
  probes: Probe[],
  more: Partial<TraceData> = {},
): InteractionTrace {
  const data: TraceData = {
    schema: 'kallos.trace/1',
    artifact: { kind: 'website', entry: 'index.html', files: { 'index.html': 'sha256:1' }, lineOffset: 1 },
    viewport: { name: 'desktop', size: [1280, 960] },
    status: 'complete',
    detail: null,
    asked: false,
    controls,
    probes,
    agent: null,
    tests: [],
    stay: null,
    untried: [],
    pictures: {},
    fingerprint: {
      kallos: '0.0.0',
      browser: '',
      fonts: '',
      lock: '',
      cpu: '',
      determinism: 'lockstep',
      seed: '1',
    },
    ...more,
  };
  return { hash: hashOf(data), data, files: new Map(), cost: { wallMs: 0, cpuMs: 0, runs: 0, usd: 0 } };
}
