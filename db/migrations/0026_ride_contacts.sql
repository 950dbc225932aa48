CREATE TABLE `ride_contacts` (
	`participant_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`show_wechat` integer NOT NULL,
	`show_phone` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ride_contacts_user` ON `ride_contacts` (`user_id`);