import type { APIRequestContext } from '@playwright/test'
import { said } from './places.ts'
import { ADMIN } from './servers.ts'
import { origin } from './world.ts'

/** A vehicle and a driver, added over the API; and the token to go on with. */
export async function newFleet(request: APIRequestContext, plate: string) {
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
  const vehicle = await add('vehicles', {
    ...{ plate, make: 'VW Caravelle', colour: '黑色', seats: 8 },
    ...{ bigCases: 8, smallCases: 8, licenceNumber: 'PHV 8', licenceUntil: '2030-12-31' },
  })
  const driver = await add('drivers', {
    ...{ name: 'Kay Board', phone: '07700900456' },
    ...{ badgeNumber: 'B 8', badgeUntil: '2030-12-31', languages: 'en' },
  })
  return { token, vehicleId: vehicle.id, driverId: driver.id }
}

/** A car in which everybody of a carpool fits; it meets them when its flights suggest. */
export async function assignCar(
  request: APIRequestContext,
  carpoolId: string,
  plate: string,
): Promise<void> {
  const { token, ...car } = await newFleet(request, plate)
  await said(
    await request.put(`${origin}/api/admin/carpools/${carpoolId}/assignment`, {
      data: { ...car, meetingPoint: 'T1 Arrivals, by Boots', version: 0 },
      headers: { Authorization: `Bearer ${token}` },
    }),
  )
}
