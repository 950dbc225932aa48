import type { APIRequestContext } from '@playwright/test'
import { said } from './places.ts'
import { ADMIN } from './servers.ts'
import { origin } from './world.ts'

/** A vehicle and a driver, added over the API. */
export async function newFleet(request: APIRequestContext, plate: string): Promise<void> {
  const { phone, password } = ADMIN
  const login = await request.post(`${origin}/api/admin/account/login`, {
    data: { phone, password },
  })
  const { token } = await said(login)
  const add = async (what: string, data: object) =>
    said(
      await request.post(`${origin}/api/admin/${what}`, {
        data,
        headers: { Authorization: `Bearer ${token}` },
      }),
    )
  await add('vehicles', {
    ...{ plate, make: 'VW Caravelle', colour: '黑色', seats: 8 },
    ...{ bigCases: 8, smallCases: 8, licenceNumber: 'PHV 8', licenceUntil: '2030-12-31' },
  })
  await add('drivers', {
    ...{ name: 'Kay Board', phone: '07700900456' },
    ...{ badgeNumber: 'B 8', badgeUntil: '2030-12-31', languages: 'en' },
  })
}
