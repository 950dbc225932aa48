/** Limits of a service description: how many items, and how long the parts of an item may be. */
export const DESCRIPTIONS = { min: 1, max: 20 } as const
export const DESCRIPTION_TITLE_MAX = 60
export const DESCRIPTION_CONTENT_MAX = 2000

/** The services that say what they promise and ask for. */
export const SERVICES = ['carpool', 'mail', 'move', 'trip'] as const
/** The pages about the product itself, whose texts administrators write in the same way. */
export const SITE_PAGES = ['about', 'drivers', 'terms', 'privacy', 'refunds'] as const
export type SitePage = (typeof SITE_PAGES)[number]

/** Stands in the built-in texts wherever only the operator knows what belongs there. */
const TO_COMPLETE = /【待补充|\[To be completed/

/** Whether a text still has a gap that the operator has to fill in. */
export const isIncomplete = (text: string) => TO_COMPLETE.test(text)
