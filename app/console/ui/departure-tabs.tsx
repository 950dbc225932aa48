import { SHOWS, type Show } from '#app/domain/departures.ts'
import { useT } from '#app/i18n/context.tsx'
import type { Totals } from '#app/services/admin/departures.server.ts'
import { Tabs } from '#app/ui/tabs.tsx'

/** The views of departures, each with how many it has; `list`: the page that they are views of. */
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
