export {
  ANNOUNCED_ACTIONS,
  type AnnouncedEvent,
  type Announcement,
  announcementsOf,
  BROADCAST_TYPES,
  type BroadcastType,
  UNLOGGED,
} from './announcements.policy.ts';
