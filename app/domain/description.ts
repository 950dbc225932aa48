/** Limits of a service description: how many items, and how long the parts of an item may be. */
export const DESCRIPTIONS = { min: 1, max: 20 } as const
export const DESCRIPTION_TITLE_MAX = 60
export const DESCRIPTION_CONTENT_MAX = 2000
