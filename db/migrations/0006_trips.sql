CREATE TABLE `trip_places` (
	`id` text PRIMARY KEY NOT NULL,
	`trip_id` text NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`seat` text NOT NULL,
	`leaving` text,
	`people` integer NOT NULL,
	`terminal` text,
	`flight_number` text,
	`flight_time` integer,
	`n_location` text,
	`big_luggage` integer NOT NULL,
	`small_luggage` integer NOT NULL,
	`bag` integer NOT NULL,
	`deposit_status` text NOT NULL,
	`payment_status` text NOT NULL,
	`remaining` integer,
	`hold_expires_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trip_places_user` ON `trip_places` (`user_id`,`seat`,`created_at`);--> statement-breakpoint
CREATE INDEX `trip_places_trip` ON `trip_places` (`trip_id`,`user_id`,`seat`);--> statement-breakpoint
CREATE TABLE `trips` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`trip_name` text NOT NULL,
	`name_text` text NOT NULL,
	`current_passengers` integer NOT NULL,
	`confirmed_passengers` integer NOT NULL,
	`min_passengers` integer NOT NULL,
	`max_passengers` integer NOT NULL,
	`cutoff_at` integer NOT NULL,
	`trip_start_at` integer NOT NULL,
	`trip_end_at` integer NOT NULL,
	`cutoff_day` text NOT NULL,
	`start_day` text NOT NULL,
	`end_day` text NOT NULL,
	`balance_price` integer NOT NULL,
	`flight_times` text NOT NULL,
	`listed` integer NOT NULL,
	`next_due_at` integer,
	`stuck` text DEFAULT '[]' NOT NULL,
	`stuck_since_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trips_list` ON `trips` (`listed`,`cutoff_day`,`cutoff_at`,`id`);--> statement-breakpoint
CREATE INDEX `trips_due` ON `trips` (`next_due_at`);--> statement-breakpoint
CREATE INDEX `trips_stuck` ON `trips` (`stuck_since_at`);