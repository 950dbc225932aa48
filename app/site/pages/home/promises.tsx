import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'

const PROMISES = ['held', 'back', 'leave'] as const

/** What applies to every carpool (docs/rules.md#deposit, #exits). */
export function Promises() {
  const t = useT()
  const format = useFormat()
  const figures = { deposit: format.money(DEPOSIT_PENCE) }
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2 text-center">
      {PROMISES.map((promise) => (
        <li key={promise} className="min-w-0">
          <strong className="block font-semibold text-brand">
            {t(`home:promise.${promise}.title`, figures)}
          </strong>
          <span className="block text-13 text-muted">
            {t(`home:promise.${promise}.text`, figures)}
          </span>
        </li>
      ))}
    </ul>
  )
}
