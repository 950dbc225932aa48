export type Prefix =
  | 'usr'
  | 'car'
  | 'par'
  | 'mail'
  | 'move'
  | 'req'
  | 'trip'
  | 'air'
  | 'adm'
  | 'veh'
  | 'drv'
  | 'ride'
  | 'wish'
export type Id<P extends Prefix> = `${P}_${string}`
export type UserId = Id<'usr'>
export type CarpoolId = Id<'car'>
export type ParticipantId = Id<'par'>
export type TripId = Id<'trip'>
/** What people join: a carpool or a trip. */
export type GroupId = CarpoolId | TripId
export type AirportId = Id<'air'>
export type AdminId = Id<'adm'>
export type VehicleId = Id<'veh'>
export type DriverId = Id<'drv'>
/** One vehicle of one group. */
export type RideId = Id<'ride'>
export type WishId = Id<'wish'>
export type MailId = Id<'mail'>
export type MoveId = Id<'move'>
export type OrderId = MailId | MoveId
/** Money asked of one student. */
export type RequestId = Id<'req'>
