import { toKallosError } from '../../errors.js';
import { cdnResponders } from './cdn/index.js';
import { moduleResponder, oneInstance } from './modules/index.js';
import { placeholderDocument, placeholderFor } from './pictures/index.js';
import type { Answer, PackageSource, Responder, Wish } from './schema.js';
import { fontResponders } from './webfonts/index.js';

/** In this order: ES modules have addresses on the same hosts as plain files, and know their own. */
const RESPONDERS: readonly Responder[] = [moduleResponder, ...cdnResponders, ...fontResponders];

/** Answers a wish out of packages; for pictures and frames that have none, a placeholder stands in. Never throws. */
export async function answer(wish: Wish, packages: PackageSource): Promise<Answer> {
  for (const respond of RESPONDERS) {
    const answering = respond(wish, packages);
    if (!answering) continue;
    const found = await answering.catch((error: unknown): Answer => {
      return { fate: 'unavailable', reason: toKallosError(error).message };
    });
    return found.fate === 'unavailable' ? ((await standIn(wish)) ?? found) : oneInstance(wish, found);
  }
  return (await standIn(wish)) ?? { fate: 'unavailable', reason: `nothing is known of ${wish.url.host}` };
}

/** Pictures and framed documents from outside are replaced: what they show is nothing that the code under judgement made. */
async function standIn(wish: Wish): Promise<Answer | null> {
  if (wish.type === 'image') return placeholderFor(wish);
  return wish.type === 'document' ? placeholderDocument() : null;
}
