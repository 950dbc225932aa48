CREATE TABLE `trip_texts` (
	`trip_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`itinerary` text NOT NULL,
	`meeting_point` text NOT NULL,
	`included` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`written_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trip_texts_user` ON `trip_texts` (`user_id`);--> statement-breakpoint
CREATE INDEX `trip_texts_waiting` ON `trip_texts` (`trip_id`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `trips` ADD `needs_flight` integer DEFAULT true NOT NULL;