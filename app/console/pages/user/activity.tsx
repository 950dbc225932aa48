import type { ReactNode } from 'react'
import { NothingHere, TextLink } from '#app/console/ui/kit.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import {
  carrierName,
  groupStatus,
  orderPayment,
  orderStatus,
  placePayment,
  seatOf,
} from '#app/i18n/status-words.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { Section } from '#app/web/ui/page.tsx'
import { type Column, type Row, Table } from '#app/web/ui/table.tsx'
import type { UserPage } from './page.server.ts'

type Props = UserPage['activity'] & { scopes: AdminScope[] }

/**
 * What a user has joined and ordered, newest first; names link to pages the administrator may see.
 */
export function Activity({ carpools, trips, orders, payments, scopes }: Props) {
  const t = useT()
  const format = useFormat()
  const seat = (place: { seat: string; people: number }) =>
    t('admin:user.seatPeople', { seat: seatOf(t, place.seat), people: place.people })
  const column = (key: 'when' | 'status' | 'place' | 'paid' | 'amount'): Column => ({
    key,
    label: t(`admin:user.column.${key}`),
    numeric: false,
  })
  const places = [column('when'), column('status'), column('place'), column('paid')]
  return (
    <>
      <List
        id="carpools"
        title={t('admin:user.carpools')}
        columns={places}
        rows={carpools.map((place) => ({
          key: place.participantId,
          header: (
            <Lead to={scopes.includes('groups') ? `/admin/carpools/${place.id}` : null}>
              {t('admin:user.carpoolName', {
                airport: place.airportName,
                tripType: t(`carpool:tripType.${place.tripType}`),
              })}
            </Lead>
          ),
          cells: [
            format.dateTime(place.at),
            groupStatus(t, 'carpool', place.status),
            seat(place),
            placePayment(t, place.seat, place.paymentStatus, place.refundOwed),
          ],
        }))}
      />
      <List
        id="trips"
        title={t('admin:user.trips')}
        columns={places}
        rows={trips.map((place) => ({
          key: place.participantId,
          header: (
            <Lead to={scopes.includes('groups') ? `/admin/trips/${place.id}` : null}>
              {place.tripName}
            </Lead>
          ),
          cells: [
            format.dateTime(place.at),
            groupStatus(t, 'trip', place.status),
            seat(place),
            placePayment(t, place.seat, place.paymentStatus, place.refundOwed),
          ],
        }))}
      />
      <List
        id="orders"
        title={t('admin:user.orders')}
        columns={[column('when'), column('status'), column('paid')]}
        rows={orders.map((order) => ({
          key: order.id,
          header: (
            <Lead to={scopes.includes('orders') ? `/admin/orders/${order.kind}/${order.id}` : null}>
              {t(`admin:user.orderName.${order.kind}`, {
                carrier: order.shipCompany ? carrierName(t, order.shipCompany) : '',
                count: order.boxes,
              })}
            </Lead>
          ),
          cells: [
            format.day(order.sendDate),
            orderStatus(t, order.status, order.kind),
            orderPayment(t, order),
          ],
        }))}
      />
      <List
        id="payments"
        title={t('admin:user.payments')}
        columns={[column('when'), column('amount'), column('paid')]}
        rows={payments.map(({ intentId, sale, amount, at, isHeld }) => ({
          key: `${sale}-${intentId}`,
          header: (
            <Lead
              to={intentId && scopes.includes('records') ? `/admin/payments/${intentId}` : null}
            >
              {t(`pay:receipt.sale.${sale}`)}
            </Lead>
          ),
          cells: [
            format.dateTime(at),
            format.money(amount),
            t(isHeld ? 'admin:user.held' : 'admin:user.charged'),
          ],
        }))}
      />
    </>
  )
}

const Lead = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? <TextLink to={to}>{children}</TextLink> : children

type ListProps = { id: string; title: string; columns: Column[]; rows: Row[] }

function List({ id, title, columns, rows }: ListProps) {
  const t = useT()
  return (
    <Section id={id} title={title}>
      {rows.length === 0 ? (
        <NothingHere>{t('admin:user.nothing')}</NothingHere>
      ) : (
        <Table
          caption={title}
          captionHidden
          corner={t('admin:user.column.what')}
          columns={columns}
          rows={rows}
        />
      )}
    </Section>
  )
}
