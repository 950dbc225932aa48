import type { Language } from '#app/i18n/languages.ts'
import type { SharedSlot } from '#app/services/wishes/board.server.ts'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { waitingWords } from './words.ts'

/** The handle of pages about a part of a day: a link to any of them is previewed the same way. */
export const slotHandle: PageHandle<{ slot: SharedSlot; language: Language }> = {
  plain: true,
  title: (t, { slot, language }) => waitingWords(t, language, slot),
  description: 'wish:board.lead',
  whole: true,
}
