import { formatOf } from '#app/i18n/format.ts'
import { requestKind } from '#app/i18n/status-words.ts'
import { minePath } from '#app/orders/ui/query.ts'
import type { OpenItem } from '#app/privacy/service/closing.server.ts'
import { requestPath } from '#app/requests/ui/paths.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** An open item in words: what it is, why it is open, and the page where it can be resolved. */
export type OpenView = { id: string; title: string; why: string; to: string }

/** The open items in the page's language. */
export const describeOpen = (context: AppContext, items: OpenItem[]): OpenView[] =>
  items.map((item) => ({
    ...viewOf(context, item),
    why: context.t(`account:data.closing.why.${item.why}`, { context: item.what }),
  }))

function viewOf({ t, language }: AppContext, item: OpenItem): Omit<OpenView, 'why'> {
  const format = formatOf(t)
  switch (item.what) {
    case 'carpool':
      return {
        id: item.participantId,
        title: t('account:data.closing.item.carpool', {
          trip: t(`carpool:tripType.${item.tripType}`),
          airport: item.airportName[language],
          time: format.dateTime(item.at),
        }),
        to: `/carpool/record/${item.participantId}`,
      }
    case 'trip':
      return {
        id: item.participantId,
        title: t('account:data.closing.item.trip', {
          name: item.tripName,
          time: format.dateTime(item.at),
        }),
        to: item.why === 'hold' ? `/pay/deposit-${item.tripId}` : `/trip/record/${item.tripId}`,
      }
    case 'request':
      return {
        id: item.id,
        title: t('account:data.closing.item.request', {
          what: requestKind(t, item.kind),
          amount: format.money(item.amount),
        }),
        to: requestPath(item.id),
      }
    default:
      return {
        id: item.id,
        title: t(`account:data.closing.item.${item.what}`, { day: format.day(item.day) }),
        to: minePath(item.what),
      }
  }
}
