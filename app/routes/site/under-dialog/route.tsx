import { Outlet, useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { Page } from '#app/ui/page.tsx'

const HEADS = {
  carpool: { title: 'carpool:title', lead: 'carpool:lead' },
  mail: { title: 'order:mail.title', lead: 'order:mail.lead' },
  moving: { title: 'order:move.title', lead: 'order:move.lead' },
  trip: { title: 'trip:title', lead: 'trip:lead' },
} as const

/**
 * A dialog over a list stands over its head alone: what is under it cannot be read, and weighs ten
 * times as much (decision 0024).
 */
export default function UnderDialog() {
  const t = useT()
  const place = useLocation().pathname.split('/')[1] as keyof typeof HEADS
  const { title, lead } = HEADS[place]
  return (
    <>
      <Page title={t(title)} lead={t(lead)} />
      <Outlet />
    </>
  )
}
