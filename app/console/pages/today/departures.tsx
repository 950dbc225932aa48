import { DepartureLines } from '#app/console/ui/departure-lines.tsx'
import { DepartureTabs } from '#app/console/ui/departure-tabs.tsx'
import { listPath } from '#app/console/ui/group-words.tsx'
import { NothingHere, TextLink } from '#app/console/ui/kit.tsx'
import { useT } from '#app/i18n/context.tsx'
import { Section } from '#app/web/ui/page.tsx'
import type { TodayData } from './read.server.ts'

type DeparturesProps = Pick<TodayData, 'departing' | 'show' | 'scopes' | 'today' | 'tomorrow'> & {
  now: number
}

/** Departures: carpools and trips together, soonest first. */
export function Departures({ departing, show, scopes, today, tomorrow, now }: DeparturesProps) {
  const t = useT()
  if (!departing) return null
  const { items, nextCursor, totals } = departing
  const title = t('admin:departure.title')
  const seesGroups = scopes.includes('groups')
  return (
    <Section id="departures" title={title}>
      <DepartureTabs list="/admin" show={show} totals={totals} />
      {items.length === 0 ? (
        <NothingHere>{t('admin:departure.none')}</NothingHere>
      ) : (
        <DepartureLines title={title} items={items} now={now} seesGroups={seesGroups} />
      )}
      {seesGroups && (
        <TextLink to={`/admin/messages/new?day=${show === 'tomorrow' ? tomorrow : today}`} tall>
          {t('admin:message.day')}
        </TextLink>
      )}
      {nextCursor && seesGroups && (
        <p className="flex flex-wrap gap-x-4">
          {t('admin:departure.more', { count: items.length })}
          {(['carpool', 'trip'] as const).map((kind) => (
            <TextLink key={kind} to={`${listPath(kind)}?show=${show}`} tall>
              {t(`admin:departure.all.${kind}`)}
            </TextLink>
          ))}
        </p>
      )}
    </Section>
  )
}
