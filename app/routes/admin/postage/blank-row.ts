import { CARRIERS, PRICE_FIELDS } from '#app/domain/order/postage.ts'

/** A row in which nothing is typed yet; the names of its fields are those of the API. */
export const BLANK_ROW: Record<string, string> = {
  id: '',
  kg: '',
  ...Object.fromEntries(CARRIERS.map((carrier) => [PRICE_FIELDS[carrier], ''])),
}
