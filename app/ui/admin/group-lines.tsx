import { Link } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { GroupRow } from '#app/services/admin/groups.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Table } from '#app/ui/table.tsx'
import { GroupBadges, groupPath, useGroupName } from './group-words.tsx'

type LinesProps = { title: string; items: GroupRow[]; now: number }

/** Carpools or trips, as a table where there is room and as cards on a phone. */
export function GroupLines({ title, items, now }: LinesProps) {
  return (
    <>
      <div className="hidden md:block">
        <GroupTable title={title} items={items} now={now} />
      </div>
      <ul className="flex flex-col gap-3 md:hidden">
        {items.map((group) => (
          <Card key={group.id} as="li" className="figures flex flex-col gap-1">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <When group={group} />
              <GroupBadges group={group} now={now} />
            </div>
            <GroupLine group={group} />
          </Card>
        ))}
      </ul>
    </>
  )
}

/** The departure, linking to the group's page. */
function When({ group }: { group: GroupRow }) {
  const format = useFormat()
  return (
    <Link
      to={groupPath(group)}
      className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold"
    >
      {format.dateTime(group.at)}
    </Link>
  )
}

function GroupLine({ group }: { group: GroupRow }) {
  const t = useT()
  const nameOf = useGroupName()
  return (
    <p className="flex flex-wrap justify-between gap-x-3">
      <span className="min-w-0 break-words">{nameOf(group)}</span>
      <span className="text-muted">
        {t('admin:group.people', { count: group.people, max: group.maxPassengers })}
      </span>
    </p>
  )
}

function GroupTable({ title, items, now }: LinesProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  return (
    <Table
      caption={title}
      captionHidden
      corner={t('admin:group.column.at')}
      columns={[
        { key: 'name', label: t('admin:group.column.name'), numeric: false },
        { key: 'status', label: t('admin:group.column.status'), numeric: false },
        { key: 'people', label: t('admin:group.column.people') },
        { key: 'cutoff', label: t('admin:group.column.cutoff') },
      ]}
      rows={items.map((group) => ({
        key: group.id,
        header: <When group={group} />,
        cells: [
          nameOf(group),
          <GroupBadges key="status" group={group} now={now} />,
          `${group.people}/${group.maxPassengers}`,
          format.dateTime(group.cutoffAt),
        ],
      }))}
    />
  )
}
