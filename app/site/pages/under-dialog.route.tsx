import { Outlet, useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { sectionOf } from '#app/web/ui/navigation.ts'
import { Page } from '#app/web/ui/page.tsx'

const HEADS = {
  carpool: { title: 'carpool:title', lead: 'carpool:lead' },
  mail: { title: 'order:mail.title', lead: 'order:mail.lead' },
  moving: { title: 'order:move.title', lead: 'order:move.lead' },
  trip: { title: 'trip:title', lead: 'trip:lead' },
  rides: { title: 'ride:title', lead: null },
} as const

/**
 * Under a dialog only the page's heading is rendered: nobody can read a list there, and it is ten
 * times as large (decision 0016). The same applies to paying for an existing place.
 */
export default function UnderDialog() {
  const t = useT()
  const { pathname } = useLocation()
  const section = sectionOf(pathname).split('/')[1] as keyof typeof HEADS
  const { title, lead } = HEADS[section] ?? HEADS.rides
  return (
    <>
      <Page title={t(title)} lead={lead && t(lead)} />
      <Outlet />
    </>
  )
}
