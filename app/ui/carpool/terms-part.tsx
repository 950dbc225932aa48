import { CUTOFF_BEFORE_DEPARTURE_MS, hours } from '#app/domain/limits.ts'
import { useT } from '#app/i18n/context.tsx'
import type { ServiceDescription } from '#app/services/catalog/catalog.server.ts'
import { FoldedDescriptions } from './service-descriptions.tsx'

/** `version`: that of the full text. `agreed`: the student has agreed to this version before. */
export type Terms = {
  service: 'carpool' | 'trip'
  version: string
  agreed: boolean
  descriptions: ServiceDescription[]
}

const NUMBERS = { hours: CUTOFF_BEFORE_DEPARTURE_MS / hours(1) }
const TEXTS = {
  carpool: {
    lead: 'carpool:terms.lead',
    all: 'carpool:terms.all',
    known: 'carpool:terms.known',
    lines: [
      'carpool:terms.line.notFilled',
      'carpool:terms.line.balance',
      'carpool:terms.line.flight',
    ],
  },
  trip: {
    lead: 'trip:terms.lead',
    all: 'trip:terms.all',
    known: 'trip:terms.known',
    lines: ['trip:terms.line.cutoff', 'trip:terms.line.balance', 'trip:terms.line.details'],
  },
} as const

/**
 * What a deposit agrees to: three lines, with the full text folded below. Once agreed to, a
 * version is only there to be read again (docs/rules.md#terms).
 */
export function TermsPart({ service, version, agreed, descriptions }: Terms) {
  const t = useT()
  const texts = TEXTS[service]
  const folded = (label: 'known' | 'all') => (
    <FoldedDescriptions items={descriptions} label={t(texts[label])} />
  )
  if (agreed) return folded('known')
  return (
    <section aria-labelledby="terms" className="flex flex-col gap-2">
      <input type="hidden" name="termsVersion" value={version} />
      <h3 id="terms" className="font-medium text-14">
        {t(texts.lead)}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-14 text-muted">
        {texts.lines.map((line) => (
          <li key={line}>{t(line, NUMBERS)}</li>
        ))}
      </ul>
      {folded('all')}
    </section>
  )
}
