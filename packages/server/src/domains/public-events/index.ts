export {
  type OrganizationEvent,
  PUBLIC_ACTIONS,
  PUBLIC_EVENT_TYPES,
  type PublicEvent,
  type PublicEventType,
  toPublicEvents,
  UNLOGGED_ACTIONS,
} from './public-events.ts';
