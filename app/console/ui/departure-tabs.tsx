import { SHOWS, type Show } from '#app/console/rules/departures.ts'
import type { Totals } from '#app/console/service/departures.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'

/** The views of departures, each with its number; `list`: the page that has these views. */
export function DepartureTabs({ list, show, totals }: TabsProps) {
  const t = useT()
  return (
    <Tabs
      label={t('admin:departure.views')}
      wraps
      items={SHOWS.map((one) => ({
        to: `${list}?show=${one}`,
        label: t(`admin:departure.view.${one}`, { total: totals[one] }),
        current: one === show,
      }))}
    />
  )
}
type TabsProps = { list: string; show: Show; totals: Totals }
