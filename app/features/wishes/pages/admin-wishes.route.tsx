import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { type DemandSlot, readDemand } from '#app/features/wishes/service/board.server.ts'
import { ridesOf } from '#app/features/wishes/ui/words.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:wishes.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'groups' })
  return { wanted: await readDemand(context) }
}

/** Number of people looking for a car, by day, part of the day and airport; no names. */
export default function Wishes() {
  const t = useT()
  const format = useFormat()
  const { wanted } = useLoaderData<typeof loader>()
  const days = [...new Set(wanted.map(({ day }) => day))]
  return (
    <Page title={t('admin:wishes.title')} lead={t('admin:wishes.lead')}>
      {days.length === 0 && <NothingHere>{t('admin:wishes.none')}</NothingHere>}
      {days.map((day) => (
        <Section key={day} id={day} title={format.day(day)}>
          <Lines wanted={wanted.filter((one) => one.day === day)} />
        </Section>
      ))}
    </Page>
  )
}

function Lines({ wanted }: { wanted: DemandSlot[] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {wanted.map((slot) => (
        <li key={slot.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 p-4">
          <span className="inline-block first-letter:uppercase">
            {t(`carpool:list.dayAndPart.${slot.part}`, { day: ridesOf(t, language, slot) })}
          </span>
          <span className="figures">{t('admin:wishes.people', { count: slot.people })}</span>
        </li>
      ))}
    </ul>
  )
}
