import { describe, expect, it } from 'vitest';
import { extractFacts, factsOf } from './extract.js';
import type { FactType } from './schema.js';

const texts = (prompt: string) =>
  extractFacts(prompt)
    .filter((fact) => fact.type === 'text')
    .map(({ text, confidence }) => `${confidence}: ${text}`);
/** The facts of one type, without where they come from. */
const facts = (prompt: string, type: FactType) =>
  extractFacts(prompt)
    .filter((fact) => fact.type === type)
    .map((fact) => Object.fromEntries(Object.entries(fact).filter(([key]) => !ORIGIN.includes(key))));
const ORIGIN = ['type', 'confidence', 'quote'];

describe('texts in a prompt', () => {
  it.each([
    ['A landing page titled "Harbour Roasters," warm and calm.', 'Harbour Roasters'],
    ['Put a "Start free trial" button below the price.', 'Start free trial'],
    ['The headline should read “Slow coffee, fast boats”.', 'Slow coffee, fast boats'],
    ["A club site named 'Rower's Rest' in navy.", "Rower's Rest"],
    ['Rename "Feedback" to "Past feedback".', 'Past feedback'],
    ['Eine Seite mit dem Titel „Brot & Butter“.', 'Brot & Butter'],
    ['Une page intitulée « La Boulange » pour un boulanger.', 'La Boulange'],
    ['做一个标题为「海边咖啡」的网页', '海边咖啡'],
    ['A portfolio for "Dr. Ada Quill".', 'Dr. Ada Quill'],
  ])('are certain when it asks for them: %s', (prompt, text) => {
    expect(texts(prompt)).toEqual([`certain: ${text}`]);
  });

  it('are certain in a list when its first or last member is', () => {
    expect(texts('Tabs for "Day," "Week" and "Month".')).toEqual([
      'certain: Day',
      'certain: Week',
      'certain: Month',
    ]);
  });

  it.each([
    ['A page called Harbour Roasters for a small café.', 'Harbour Roasters'],
    ['A site for Quill & Sons, a bookbinder in Leith.', 'Quill & Sons'],
    ['End with a Book Now button.', 'Book Now'],
    ['Include a "Pier Diary" corner.', 'Pier Diary'],
  ])('are likely when only their form speaks for them: %s', (prompt, text) => {
    expect(texts(prompt)).toEqual([`likely: ${text}`]);
  });

  it('are likely when listed after what bears them', () => {
    expect(texts('A menu with Boats, Berths and Tides.')).toEqual([
      'likely: Boats',
      'likely: Berths',
      'likely: Tides',
    ]);
  });

  it.each([
    'A game inspired by "River Raid".',
    'A "brutalist" page.',
    'Avoid the word "solution".',
    'Save it in a folder called "site".',
    'When the form is sent, show the message "Thank you".',
    'Sort by the keyword "tides".',
    'A 27" monitor beside a 15" laptop.',
    'Fix this: ```<h1 title="Old">Hi</h1>```',
    '<!DOCTYPE html><html lang="en"><title>Pong</title><script>ctx.fillStyle = "#0095DD"; draw("Ball");',
    'Give the card a Material button.',
  ])('are none when they are spoken of: %s', (prompt) => {
    expect(texts(prompt)).toEqual([]);
  });
});

describe('numbers, counts, sections, language and canvas in a prompt', () => {
  it('finds numbers with a unit, without the period they are per', () => {
    const prompt = 'Plans at $9 and $49/month, 99.9% uptime, 3.4M users, 2019-2024, 1,200 stores.';
    expect(facts(prompt, 'number').map((fact) => fact['text'])).toEqual([
      '$9',
      '$49',
      '99.9%',
      '3.4M',
      '1,200',
      '2019-2024',
    ]);
  });

  it.each(['Set the opacity to 50%.', 'A budget of under $500.', 'Level 3 lasts 10 seconds.', 'Use Vue 3.'])(
    'finds no number in: %s',
    (prompt) => expect(facts(prompt, 'number')).toEqual([]),
  );

  it.each([
    ['three pricing cards', 'pricing card', 3],
    ['a 4-column grid', 'column', 4],
    ['six testimonials', 'testimonial', 6],
    ['Drei Karten', 'card', 3],
    ['quatre témoignages', 'testimonial', 4],
    ['5 slides', 'slide', 5],
    ['三张卡片', 'card', 3],
  ])('counts: %s', (prompt, what, count) => {
    expect(facts(prompt, 'count')).toEqual([{ what, count }]);
  });

  it.each([
    'at least three cards',
    '3-4 cards',
    'two or three cards',
    'each with three cards',
    'draw three cards',
    'top 10 posts',
    'one card',
  ])('takes no number from: %s', (prompt) => expect(facts(prompt, 'count')).toEqual([]));

  it('finds the parts asked for, and not those unwanted', () => {
    const prompt = 'A hero section, a pricing table, an FAQ and a footer, but no sidebar.';
    expect(facts(prompt, 'section').map((fact) => fact['section'])).toEqual([
      'hero',
      'pricing',
      'faq',
      'table',
      'footer',
    ]);
  });

  it.each([
    ['A menu in German.', 'de'],
    ['Eine Speisekarte auf Deutsch', 'de'],
    ['Une carte en français', 'fr'],
    ['一个关于潮汐的网页，请写得清楚', 'zh'],
    ['潮の時間を知らせるページを作ってください', 'ja'],
  ])('finds the language of: %s', (prompt, language) => {
    expect(facts(prompt, 'language')).toEqual([{ language }]);
  });

  it.each([
    'A kitchen in German style.',
    'A page in French and Dutch.',
    'An app to learn words in Spanish.',
    'A page about tides.',
  ])('finds no language in: %s', (prompt) => expect(facts(prompt, 'language')).toEqual([]));

  it.each([
    ['A slide of 1280x720.', { size: [1280, 720], ratio: 16 / 9 }],
    ['A 4:3 slide.', { size: null, ratio: 4 / 3 }],
    ['An A4 poster.', { size: null, ratio: 1 / Math.SQRT2 }],
    ['An A3 landscape poster', { size: null, ratio: Math.SQRT2 }],
    ['An Instagram story about tides', { size: null, ratio: 9 / 16 }],
  ])('finds the canvas of: %s', (prompt, canvas) => {
    expect(facts(prompt, 'canvas')).toEqual([canvas]);
  });

  it.each(['Photos of 800x600.', 'Works on screens of 1920x1080.', 'At 16:9 video.', 'Open 9:30 to 16:00.'])(
    'finds no canvas in: %s',
    (prompt) => expect(facts(prompt, 'canvas')).toEqual([]),
  );
});

describe('factsOf', () => {
  it('takes the structured part as certain, and it wins over the prompt', () => {
    const facts = factsOf({
      prompt: 'Four cards in French, at $49, titled "Tides".',
      facts: ['$49'],
      counts: [{ what: 'card', count: 3 }],
      sections: ['Contact form', 'Our boats'],
      language: 'de',
    });
    expect(facts.map(({ type, confidence }) => `${type} ${confidence}`)).toEqual([
      'text certain',
      'count certain',
      'section certain',
      'section certain',
      'language certain',
      'text certain',
    ]);
    expect(facts).toContainEqual(expect.objectContaining({ type: 'count', count: 3 }));
    expect(facts).toContainEqual(expect.objectContaining({ type: 'section', section: 'contact-form' }));
    expect(facts).toContainEqual(expect.objectContaining({ type: 'section', section: 'Our boats' }));
    expect(facts).toContainEqual(expect.objectContaining({ type: 'language', language: 'de' }));
  });

  it('finds nothing where nothing is asked for', () => {
    expect(factsOf({})).toEqual([]);
    expect(factsOf({ prompt: 'A rotating globe with clouds.' })).toEqual([]);
  });

  it.each([
    '"'.repeat(20_000),
    "'a".repeat(10_000),
    'menu with A, '.repeat(1_500),
    'called A B '.repeat(2_000),
    '<div '.repeat(4_000),
    '1,000'.repeat(4_000),
  ])('reads hostile prompts (%#)', (prompt) => expect(() => extractFacts(prompt)).not.toThrow());
});
