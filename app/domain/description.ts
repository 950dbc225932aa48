/** What a service says: how many points, and how long the parts of one may be. */
export const DESCRIPTIONS = { min: 1, max: 20 } as const
export const DESCRIPTION_TITLE_MAX = 60
export const DESCRIPTION_CONTENT_MAX = 2000
