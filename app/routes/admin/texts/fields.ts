/** The controls of a point, after `items.<at>.`; named as in the API's body. */
export const FIELDS = ['zh.title', 'zh.content', 'en.title', 'en.content'] as const

/** An empty point. */
export const BLANK_POINT: Record<string, string> = {
  id: '',
  ...Object.fromEntries(FIELDS.map((field) => [field, ''])),
}
