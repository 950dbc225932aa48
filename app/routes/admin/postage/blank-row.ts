import { CARRIERS, PRICE_FIELDS } from '#app/domain/order/postage.ts'

/** An empty row; its field names are those of the API. */
export const BLANK_ROW: Record<string, string> = {
  id: '',
  kg: '',
  ...Object.fromEntries(CARRIERS.map((carrier) => [PRICE_FIELDS[carrier], ''])),
}
