import type { Driver, Vehicle } from '#app/features/ride/rules/fleet.ts'
import type { Translate } from '#app/i18n/keys.ts'

type Looks = Pick<Vehicle, 'plate' | 'make' | 'colour' | 'seats'>

/** A vehicle's label in the form. */
export const vehicleLabel = (t: Translate, { plate, make, colour, seats }: Looks): string =>
  `${plate} · ${t('admin:fleet.vehicleAbout', { make, colour, seats })}`

export const driverLabel = ({ name, languages }: Pick<Driver, 'name' | 'languages'>): string =>
  languages ? `${name} · ${languages}` : name
