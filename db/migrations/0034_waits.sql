CREATE TABLE `waits` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`ahead` integer NOT NULL,
	`people` integer NOT NULL,
	`big_luggage` integer NOT NULL,
	`small_luggage` integer NOT NULL,
	`bag` integer NOT NULL,
	`offered_until` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `waits_user` ON `waits` (`user_id`);