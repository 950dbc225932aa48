import type { Language } from '#app/i18n/languages.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { descriptionOf, headlineOf, imageAltOf, imageOf, type SharedGroup } from './words.ts'

/** The handle of pages about a shared group, so that all their links have the same preview. */
export const sharedHandle: PageHandle<{ shared: SharedGroup; language: Language }> = {
  title: (t, { shared, language }) => headlineOf(t, language, shared),
  description: (t, { shared }) => descriptionOf(t, shared),
  whole: true,
  card: (t, { shared }) => ({
    image: imageOf(shared),
    imageAlt: imageAltOf(t, shared),
    linked: true,
  }),
}
