import type { Translate } from '#app/i18n/keys.ts'
import { CARRIERS, type Carrier } from '#app/orders/rules/postage.ts'

/**
 * A carrier by code and label (docs/rules.md#postage); a code that the label already begins with is
 * not repeated.
 */
function carrierText(t: Translate, code: Carrier): string {
  const label = t(`order:carrier.${code}`)
  return label.toUpperCase().startsWith(code)
    ? label
    : t('order:form.carrierOption', { code, label })
}

/** The carriers as the options of a select. */
export const carrierOptions = (t: Translate) =>
  CARRIERS.map((code) => ({ value: code, label: carrierText(t, code) }))
