import { expect, it } from 'vitest';
import type { Layout } from '../../../render/capture.js';
import type { Look } from '../../../render/probe/look.js';
import { compare, type Passage } from './compare.js';

const layout: Layout = {
  viewport: 'desktop',
  size: [1280, 960],
  page: [1280, 960],
  nodes: [],
  styles: [],
  images: [],
  cut: false,
};
const state: Look['state'] = {
  url: 'https://page.test/',
  title: '',
  scroll: [0, 0],
  scrolled: [],
  focus: null,
  media: [],
  lists: [],
  invalid: [],
  storage: {},
};
type Attempts = Look['heard']['attempts'];
const heard = (attempts: Attempts): Look['heard'] => ({
  dialogs: [],
  attempts,
  errors: [],
  requests: [],
  made: 0,
  clipboard: [],
  files: 0,
  documents: 1,
});
/** A run that had tried something before the action, and at its end has tried this. */
const passage = (before: Attempts, after: Attempts): Passage => ({
  early: null,
  late: { at: 0, draft: { layout, backendIds: [] }, state, heard: heard(after), picture: null },
  before: heard(before),
  missedBy: null,
});

it('hears another tab that is opened after the page tried to leave', async () => {
  const leave = { what: 'navigation' as const, detail: 'https://elsewhere.example/' };
  const popup = { what: 'popup' as const, detail: 'https://shop.example/' };
  // Ways to other pages come behind all else, whenever they were tried.
  const found = await compare(passage([leave], [leave]), passage([leave], [popup, leave]), []);
  expect(found).toMatchObject({ popups: ['https://shop.example/'], navigations: [] });
});
