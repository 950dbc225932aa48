export type Prefix = 'usr' | 'car' | 'par' | 'mail' | 'move' | 'trip' | 'air'
export type Id<P extends Prefix> = `${P}_${string}`
export type UserId = Id<'usr'>
export type CarpoolId = Id<'car'>
export type ParticipantId = Id<'par'>
export type AirportId = Id<'air'>
