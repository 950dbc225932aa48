/** Limits of a service description: how many items, and how long the parts of an item may be. */
export const DESCRIPTIONS = { min: 1, max: 20 } as const
export const DESCRIPTION_TITLE_MAX = 60
export const DESCRIPTION_CONTENT_MAX = 2000

/** The services with a description of their promises and requirements. */
export const SERVICES = ['carpool', 'mail', 'move', 'trip'] as const
/** The pages about the product itself, whose texts administrators write in the same way. */
export const SITE_PAGES = ['about', 'drivers', 'terms', 'privacy', 'refunds'] as const
export type SitePage = (typeof SITE_PAGES)[number]

/** Marks the gaps in the built-in texts that only the operator can fill in. */
const TO_COMPLETE = /[【[]\s*(?:待补充|待補充|to be completed)[^】\]]*[】\]]?/giu

/** Whether a text still has a gap that the operator has to fill in. */
export const isIncomplete = (text: string): boolean => text.match(TO_COMPLETE) !== null

/** The languages in which everything is written. */
const LANGUAGES = ['zh', 'en'] as const
type Language = (typeof LANGUAGES)[number]

/** A place that the operator has to fill in; a page without any text is one. */
export type Gap = { page: TextSubject; language: Language; gap: string }
/** The subject of texts: a service, or a page about the product. */
type TextSubject = (typeof SERVICES)[number] | SitePage
type Written = { service: TextSubject; lang: Language; title: string; content: string }

/** The gaps that the operator has to fill in before students see a page and pay, page by page. */
export function gapsIn(texts: readonly Written[]): Gap[] {
  const pages = [...SITE_PAGES, ...SERVICES].flatMap((page) =>
    LANGUAGES.map((language) => ({ page, language })),
  )
  return pages.flatMap(({ page, language }) => {
    const own = texts.filter(({ service, lang }) => service === page && lang === language)
    const isPage = SITE_PAGES.some((one) => one === page)
    if (own.length === 0) return isPage ? [{ page, language, gap: '' }] : []
    const found = own.flatMap(
      ({ title, content }) => `${title}\n${content}`.match(TO_COMPLETE) ?? [],
    )
    return found.map((gap) => ({ page, language, gap }))
  })
}

/** The pages about the product that are not shown in a language, since they are not finished. */
export const hiddenPages = (gaps: readonly Gap[], language: Language): SitePage[] =>
  SITE_PAGES.filter((page) => gaps.some((gap) => gap.page === page && gap.language === language))
