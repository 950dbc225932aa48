import type { Attention } from '#app/console/rules/departures.ts'
import type { Departure } from '#app/console/service/departures.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { londonDay } from '#app/kernel/time.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { TriangleAlert } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Table } from '#app/web/ui/table.tsx'
import type { Tone } from '#app/web/ui/tone.ts'
import { GroupBadges, groupPath, useGroupName } from './group-words.tsx'

type LinesProps = {
  title: string
  items: Departure[]
  now: number
  /** Whether the administrator may open a group's page; otherwise its day is linked. */
  seesGroups: boolean
}
type LineProps = Omit<LinesProps, 'title' | 'items'> & { group: Departure }

/** The departure, linking to the group's page. */
function When({ group, seesGroups }: LineProps) {
  const format = useFormat()
  return (
    <Link
      to={seesGroups ? groupPath(group) : `/admin/day?date=${londonDay(group.at)}`}
      className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold"
    >
      {format.dateTime(group.at)}
    </Link>
  )
}

const tones: Record<Attention, Tone> = {
  missed: 'danger',
  flight: 'danger',
  noDriver: 'warn',
  papers: 'danger',
  unpaid: 'warn',
  short: 'warn',
  refund: 'danger',
  dispute: 'danger',
}

/** A group's status and open issues; a missing driver is shown with the drivers. */
function Badges({ group, now }: LineProps) {
  const t = useT()
  return (
    <span className="inline-flex max-w-60 flex-wrap gap-1">
      <GroupBadges group={group} now={now} />
      {group.attention
        .filter((one) => one !== 'noDriver')
        .map((one) => (
          <Badge key={one} tone={tones[one]} icon={TriangleAlert}>
            {t(`admin:departure.attention.${one}`)}
          </Badge>
        ))}
    </span>
  )
}

function Drivers({ group: { crew } }: LineProps) {
  const t = useT()
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {crew.drivers.join(t('admin:departure.and'))}
      {crew.missing && <Badge tone="warn">{t('admin:departure.attention.noDriver')}</Badge>}
      {crew.drivers.length === 0 && !crew.missing && '–'}
    </span>
  )
}

/** What is paid and what is outstanding, as text; a dash where nothing is due. */
function useMoney() {
  const { money } = useFormat()
  return ({ payments, outstanding }: Departure) => ({
    paid: payments.of > 0 ? `${payments.paid}/${payments.of}` : '–',
    outstanding: outstanding > 0 ? money(outstanding) : '–',
  })
}

/** Carpools and trips, as a table where there is room and as cards on a phone. */
export function DepartureLines({ title, items, ...rest }: LinesProps) {
  const t = useT()
  const nameOf = useGroupName()
  const moneyOf = useMoney()
  return (
    <Table
      caption={title}
      captionHidden
      stacks
      corner={t('admin:group.column.at')}
      columns={[
        { key: 'name', label: t('admin:group.column.name'), numeric: false },
        { key: 'status', label: t('admin:group.column.status'), numeric: false },
        { key: 'people', label: t('admin:group.column.people') },
        { key: 'paid', label: t('admin:departure.column.paid') },
        { key: 'outstanding', label: t('admin:departure.column.outstanding') },
        { key: 'driver', label: t('admin:departure.column.driver'), numeric: false },
      ]}
      rows={items.map((group) => {
        const line = { group, ...rest }
        const { paid, outstanding } = moneyOf(group)
        return {
          key: group.id,
          header: <When {...line} />,
          cells: [
            nameOf(group),
            <Badges key="status" {...line} />,
            `${group.people}/${group.maxPassengers}`,
            paid,
            outstanding,
            <Drivers key="driver" {...line} />,
          ],
        }
      })}
    />
  )
}
