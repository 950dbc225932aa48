import { PriceTable } from '#app/carpool/ui/price-tables.tsx'
import { ServiceDescriptions } from '#app/carpool/ui/service-descriptions.tsx'
import type {
  AirportPrices,
  Period,
  ServiceDescription,
  SpecialPeriod,
} from '#app/catalog/service/catalog.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Section } from '#app/web/ui/page.tsx'

type Prices = Record<Period, AirportPrices[]> & { periods: SpecialPeriod[] }

/** Both price tables, and the days to which the second one applies. */
export function PriceSection({ prices }: { prices: Prices | null }) {
  const t = useT()
  const format = useFormat()
  if (!prices) return <Banner tone="warn">{t('carpool:prices.failed')}</Banner>
  const periods = prices.periods
    .map(({ from, to }) =>
      t('carpool:prices.period', { from: format.longDay(from), to: format.longDay(to) }),
    )
    .join(t('carpool:prices.and'))
  return (
    <Section id="prices" title={t('carpool:prices.title')}>
      <p className="text-muted">{t('carpool:prices.lead')}</p>
      <PriceTable title={t('carpool:prices.normal')} airports={prices.normal} />
      <PriceTable title={t('carpool:prices.special')} airports={prices.special} />
      <p className="text-14 text-muted">
        {periods ? t('carpool:prices.periods', { periods }) : t('carpool:prices.noPeriods')}
      </p>
    </Section>
  )
}

/** The promises and requirements of carpools. */
export function ServiceSection({ items }: { items: ServiceDescription[] }) {
  const t = useT()
  return (
    <Section id="service" title={t('carpool:service.title')}>
      <Card>
        {items.length > 0 ? (
          <ServiceDescriptions items={items} />
        ) : (
          <p className="text-muted">{t('carpool:service.failed')}</p>
        )}
      </Card>
    </Section>
  )
}
