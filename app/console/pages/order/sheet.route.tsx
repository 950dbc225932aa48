import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { readCollection } from '#app/console/service/orders.server.ts'
import { FilterForm, NothingHere } from '#app/console/ui/kit.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { isLondonDay, londonDay } from '#app/kernel/time.ts'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:order.sheet.title', console: true }

/** A day's round: boxes to bring, and orders to collect, by postcode. For printing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'orders' })
  const typed = new URL(request.url).searchParams.get('date')
  const day = isLondonDay(typed ?? '') ? (typed ?? '') : londonDay(context.clock.now())
  return { day, ...(await readCollection(context, id, day)) }
}

type Stop = ReturnType<typeof useLoaderData<typeof loader>>['collect'][number]

export default function Sheet() {
  const t = useT()
  const { day, bring, collect } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:order.sheet.of', { day: useFormat().longDay(day) })}>
      <div className="print:hidden">
        <FilterForm
          reset="/admin/orders/sheet"
          filters={[{ kind: 'day', name: 'date', label: t('admin:order.sheet.day') }]}
        />
      </div>
      {bring.length + collect.length === 0 && <NothingHere />}
      <Stops id="bring" stops={bring} countOf={({ buyBoxNum }) => buyBoxNum ?? 0} />
      <Stops id="collect" stops={collect} countOf={({ estBoxNum }) => estBoxNum} />
    </Page>
  )
}

type StopsProps = { id: 'bring' | 'collect'; stops: Stop[]; countOf(stop: Stop): number }

function Stops({ id, stops, countOf }: StopsProps) {
  const t = useT()
  if (stops.length === 0) return null
  return (
    <Section id={id} title={t(`admin:order.sheet.${id}`, { count: stops.length })}>
      <table className="figures w-full border-collapse text-14">
        <tbody className="divide-y divide-line border-line border-y">
          {stops.map((stop) => (
            <tr key={stop.id} className="align-top">
              <th scope="row" className="whitespace-nowrap py-2 pr-3 text-left">
                {stop.fromZip}
              </th>
              <td className="py-2 pr-3">
                {stop.fromAddress}
                <span className="block text-muted">
                  {stop.userName} · {stop.tel}
                  {stop.friTel && ` · ${stop.friTel}`}
                </span>
              </td>
              <td className="whitespace-nowrap py-2 pr-3">
                {t(`order:daytime.${isDaytime(id, stop) ? 'day' : 'evening'}`)}
              </td>
              <td className="whitespace-nowrap py-2 text-right">
                {t('admin:order.sheet.boxes', { count: countOf(stop) })}
                {stop.isHelp && <span className="block">{t('admin:order.helpBadge')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const isDaytime = (id: 'bring' | 'collect', stop: Stop) =>
  id === 'bring' ? stop.isBoxDaytime : stop.sendDaytime
