import type { ServiceDescription } from '#app/catalog/service/catalog.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { CUTOFF_BEFORE_DEPARTURE_MS, hours } from '#app/kernel/limits.ts'
import { FoldedDescriptions } from './service-descriptions.tsx'

/** `version`: of the full text. `agreed`: the student has agreed to this version before. */
export type Terms = {
  service: 'carpool' | 'trip'
  version: string
  agreed: boolean
  descriptions: ServiceDescription[]
}

const NUMBERS = { hours: CUTOFF_BEFORE_DEPARTURE_MS / hours(1) }
const FOLDED = {
  carpool: { all: 'carpool:terms.all', known: 'carpool:terms.known' },
  trip: { all: 'trip:terms.all', known: 'trip:terms.known' },
} as const
const carpool = { lead: 'carpool:terms.lead', flight: 'carpool:terms.line.flight' } as const
const PAID_FOR = {
  open: {
    lead: carpool.lead,
    lines: ['carpool:terms.line.notFilled', 'carpool:terms.line.balance', carpool.flight],
  },
  fills: { lead: carpool.lead, lines: ['carpool:terms.line.balance', carpool.flight] },
  private: { lead: carpool.lead, lines: ['carpool:terms.line.private', carpool.flight] },
  inFull: {
    lead: 'carpool:terms.leadInFull',
    lines: ['carpool:terms.line.inFull', carpool.flight],
  },
  trip: {
    lead: 'trip:terms.lead',
    lines: ['trip:terms.line.cutoff', 'trip:terms.line.balance', 'trip:terms.line.details'],
  },
} as const
/**
 * What a payment is for. `fills`: it completes the car, and is charged at once. `inFull`: a
 * released seat of a complete one.
 */
type PaidFor = keyof typeof PAID_FOR

/**
 * The terms of a payment: the few lines that can apply, with the full text folded below. Once a
 * version is agreed to, it is only shown to be read again (docs/rules.md#terms).
 */
export function TermsPart({ of, ...terms }: Terms & { of: PaidFor }) {
  const { service, version, agreed, descriptions } = terms
  const t = useT()
  const texts = PAID_FOR[of]
  const folded = (label: 'known' | 'all') => (
    <FoldedDescriptions items={descriptions} label={t(FOLDED[service][label])} />
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
