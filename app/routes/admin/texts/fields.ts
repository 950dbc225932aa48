/** The controls of a point, after `items.<at>.`; as the API's body has them. */
export const FIELDS = ['zh.title', 'zh.content', 'en.title', 'en.content'] as const

/** A point in which nothing is typed yet. */
export const BLANK_POINT: Record<string, string> = {
  id: '',
  ...Object.fromEntries(FIELDS.map((field) => [field, ''])),
}
