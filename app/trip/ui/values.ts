/** The values of the form that starts a trip, as the browser sends them. */
export type TripValues = {
  tripName: string
  minPassenger: string
  maxPassenger: string
  cutoffTime: string
  tripStartDatetime: string
  tripEndDatetime: string
  /** `on`, or empty. */
  needsFlight: string
} & TextValues

/** The values of a trip's texts. */
export type TextValues = { itinerary: string; meetingPoint: string; included: string }
