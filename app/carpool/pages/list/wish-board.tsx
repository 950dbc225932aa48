import type { DemandSlot } from '#app/features/wishes/service/board.server.ts'
import { waitingWords } from '#app/features/wishes/ui/words.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Section } from '#app/web/ui/page.tsx'

/**
 * The numbers of others waiting for a car by time, with the form to open one
 * (docs/rules.md#wishes).
 */
export function WishBoard({ board }: { board: DemandSlot[] }) {
  const t = useT()
  const language = useLanguage()
  if (board.length === 0) return null
  return (
    <Section id="waiting" title={t('wish:board.title')}>
      <p className="text-muted">{t('wish:board.lead')}</p>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {board.map((slot) => (
          <li key={slot.id}>
            <Link to={createFor(slot)} className="flex min-h-11 items-center px-4 py-2">
              {waitingWords(t, language, slot)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const createFor = ({ tripType, airportId, day: date, part: time }: DemandSlot): string =>
  `/carpool/create?${new URLSearchParams({ tripType, airportId, date, time })}`
