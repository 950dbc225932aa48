import { CUTOFF_BEFORE_DEPARTURE_MS, hours } from '#app/domain/limits.ts'
import { useT } from '#app/i18n/context.tsx'
import type { ServiceDescription } from '#app/services/catalog/catalog.server.ts'
import { FoldedDescriptions } from './service-descriptions.tsx'

/** `version`: that of the full text. `agreed`: the student has agreed to this version before. */
export type Terms = { version: string; agreed: boolean; descriptions: ServiceDescription[] }

const NUMBERS = { hours: CUTOFF_BEFORE_DEPARTURE_MS / hours(1) }
const LINES = ['notFilled', 'balance', 'flight'] as const

/**
 * What holding a deposit agrees to: three lines, with the full text folded below. Once agreed to, a
 * version is only there to be read again (docs/rules.md#terms).
 */
export function TermsPart({ version, agreed, descriptions }: Terms) {
  const t = useT()
  if (agreed) return <FoldedDescriptions items={descriptions} label={t('carpool:terms.known')} />
  return (
    <section aria-labelledby="terms" className="flex flex-col gap-2">
      <input type="hidden" name="termsVersion" value={version} />
      <h3 id="terms" className="font-medium text-14">
        {t('carpool:terms.lead')}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-14 text-muted">
        {LINES.map((line) => (
          <li key={line}>{t(`carpool:terms.line.${line}`, NUMBERS)}</li>
        ))}
      </ul>
      <FoldedDescriptions items={descriptions} label={t('carpool:terms.all')} />
    </section>
  )
}
